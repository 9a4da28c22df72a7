// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/device_memory.h"
#include "core/base/pool_id.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tidemark {

// An allocation that could not be served, with what PyTorch's OutOfMemoryError says. Bytes.
struct OutOfMemory {
    enum class Reason : std::uint8_t {
        Absurd, // size_rules::refusalLimit or more: refused at once, no event, nothing else known
        Limit, // the memory limit does not allow the segment
        Device, // the device has no room for it, or no address space
        Assertion, // PolicyVersion::releasesSkipExpandable is off: PyTorch stops here, without an oom event
    };

    Reason reason = Reason::Absurd;
    std::uint64_t requested = 0; // what the caller asked for
    std::uint64_t rounded = 0; // the block it would have got
    std::uint64_t segmentSize = 0; // what would have been got from the device: PyTorch's "Tried to allocate"
    StreamHandle stream = 0;
    PoolId pool = {};
    std::uint64_t deviceTotal = 0;
    std::uint64_t deviceFree = 0;
    std::optional<std::uint64_t> limit = {};
    std::uint64_t allocated = 0;
    std::uint64_t reservedUnallocated = 0;

    // PyTorch's wording, so that its readers know it, but for the name of the device.
    std::string message() const;
};

} // namespace tidemark
