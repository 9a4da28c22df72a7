// SPDX-License-Identifier: GPL-3.0-or-later
// How many allocations of the backward passes in a recording say in which operator and in which module they
// were made: backward_contexts FILE... Ends with 1 when less than nine in ten do.
#include "tests/torch/backward_contexts.h"

#include "core/files/open_recording.h"

#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tidemark {

namespace {

bool tell(const char* path)
{
    const auto recording = openRecording(path);
    if (!recording) {
        fmt::print("{}\n", recording.error().message);
        return false;
    }
    const tests::BackwardContexts found = tests::backwardContexts(*recording);
    const auto share = [&found](std::uint64_t count) {
        return found.allocations == 0 ? 0.0 : 100.0 * double(count) / double(found.allocations);
    };
    fmt::print("{}: {} allocations in backward, {:.1f} % with an operator, {:.1f} % in a module; threads: "
               "{}; outside: {}\n",
        path, found.allocations, share(found.withOperator), share(found.withScope),
        fmt::join(found.threads, ", "), found.outside);
    constexpr double enough = 90;
    return share(found.withOperator) >= enough && share(found.withScope) >= enough;
}

} // namespace

} // namespace tidemark

int main(int argc, char** argv)
{
    bool isFine = argc > 1;
    for (int i = 1; i < argc; ++i)
        isFine = tidemark::tell(argv[i]) && isFine;
    return isFine ? EXIT_SUCCESS : EXIT_FAILURE;
}
