// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace tidemark {

// An allocation that could not be served, with what PyTorch's OutOfMemoryError says. Bytes.
struct OutOfMemory {
    std::uint64_t requested = 0; // what the caller asked for
    // 0 when the size was refused at once (size_rules::refusalLimit); the rest is then 0 too.
    std::uint64_t segmentSize = 0; // what would have been got from the device: PyTorch's "Tried to allocate"
    std::uint64_t deviceTotal = 0;
    std::uint64_t deviceFree = 0;
    std::uint64_t limit = 0; // 0: none
    std::uint64_t allocated = 0;
    std::uint64_t reservedUnallocated = 0;

    // PyTorch's wording, so that its readers know it, but for the name of the device.
    std::string message() const;
};

} // namespace tidemark
