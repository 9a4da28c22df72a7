// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_state.h"
#include "core/allocator/memory_stats.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark {

// The memory of a running workload as its commands see it: whatever allocator serves it, a recorder listens.
// All members may be called from any thread.
class RecordedMemory {
public:
    virtual ~RecordedMemory() = default;

    // Writes memory_stats() into the stream under `name`, and returns them.
    virtual MemoryStats sample(std::string_view name) = 0;
    virtual void resetPeak() = 0;

    struct Emptied {
        CacheRelease returned;
        MemoryStats after;
        std::uint64_t keptFreeBytes = 0; // free, but in segments with live blocks
        std::size_t pinnedSegments = 0; // segments that hold keptFreeBytes
        std::chrono::microseconds duration = {}; // of the allocator's own work
        // What became free on the device meanwhile by the driver's count; other processes share in it.
        std::optional<std::int64_t> driverGained;
    };
    // empty_cache() with a sample before and after and a mark.
    virtual Emptied emptyCache() = 0;

    // Every segment by address, now.
    virtual std::vector<AllocatorSegment> segments() const = 0;
};

// What stays of the free memory after an empty_cache(): the free bytes of segments that hold live blocks, and
// the number of those segments.
void tellKept(RecordedMemory::Emptied& emptied, const std::vector<AllocatorSegment>& segments);

} // namespace tidemark
