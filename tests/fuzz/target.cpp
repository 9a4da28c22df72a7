// SPDX-License-Identifier: GPL-3.0-or-later
// One fuzz target: TIDEMARK_FUZZ_CHECK names the check of reader_checks.h that it runs.
#include "tests/fuzz/reader_checks.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string flaw = tidemark::tests::TIDEMARK_FUZZ_CHECK(std::as_bytes(std::span(data, size)));
    if (flaw.empty())
        return 0;
    std::fprintf(stderr, "%s\n", flaw.c_str());
    std::abort();
}
