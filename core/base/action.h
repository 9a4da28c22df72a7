// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark {

// What the allocator did; names and meaning are those of c10::CachingDeviceAllocator::TraceEntry::Action.
// The numbers are written to .tide files: never renumber.
enum class Action : std::uint8_t {
    Alloc = 0, // size: bytes asked for, not rounded
    FreeRequested = 1, // size: bytes asked for when the block was allocated
    FreeCompleted = 2, // the block is back in its pool; size as for FreeRequested
    SegmentAlloc = 3, // size: bytes of the segment
    SegmentFree = 4,
    SegmentMap = 5, // size: bytes mapped into an expandable segment by this call
    SegmentUnmap = 6,
    Snapshot = 7, // size: active bytes of the device at that moment
    Oom = 8, // address: bytes the driver had free; size: bytes asked for, rounded
    Annotate = 9, // a note put on a live allocation
    UserDefined = 10, // a named moment (nightly builds of mid-2024)
    Unknown = 11,
};

std::string_view actionName(Action action);
std::optional<Action> actionFromName(std::string_view name);

} // namespace tidemark
