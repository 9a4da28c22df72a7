// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/device_memory.h"
#include "core/base/pool_id.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tidemark {

// What empty_cache() did, or would do.
struct CacheRelease {
    std::uint64_t bytes = 0;
    std::size_t segments = 0; // whole segments, and unmapped pieces of expandable ones: one event each

    CacheRelease& operator+=(const CacheRelease& other)
    {
        bytes += other.bytes;
        segments += other.segments;
        return *this;
    }
};

struct AllocatorBlock {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint64_t requestedSize = 0;
    bool isAllocated = false;
    bool isActive = false; // allocated, or freed and still waiting for a stream
};

// A segment, or a run of an expandable segment that has memory behind it without a gap.
struct AllocatorSegment {
    std::uint64_t address = 0;
    std::uint64_t totalSize = 0;
    StreamHandle stream = 0;
    bool isLarge = false;
    bool isExpandable = false;
    PoolId pool = {};
    std::vector<AllocatorBlock> blocks; // by address, no gaps
};

} // namespace tidemark
