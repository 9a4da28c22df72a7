// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/allocation_filter.h"
#include "core/analysis/reserved/free_memory.h"
#include "core/trace/segment_list.h"

#include <optional>

namespace tidemark {

// What is looked at of a device's memory: the segments of one stream, of one pool, of both, or all of them;
// and of the allocations in these some, or all. What views make of the second:
//
// - The allocated and active curves are those of these allocations alone. Filters that divide allocations
//   divide the allocated curve: their sums are the whole one at every event.
// - There is no reserved curve: a segment is a whole thing, and others lie in it. So there is no free memory
//   of such a part, and no peak of reserved memory either.
// - The map, and segments over time, keep every segment of the part, and the other blocks are dim there.
// - Tables list these allocations, the events about them, the segments that ever held one and the stacks that
//   made them; Memory, Active memory and the colours of the timeline know no others.
// - What the driver, the allocator's statistics (Scopes) and the simulator say stays about all memory.
struct MemoryFilter {
    std::optional<StreamSlot> stream;
    std::optional<PoolSlot> pool;
    std::optional<bool> isLarge; // PyTorch's segment_type
    AllocationFilter allocations;

    MemoryFilter() = default;
    // What a request there can be served from.
    MemoryFilter(const FreeKey& key)
        : stream(key.stream)
        , pool(key.pool)
        , isLarge(key.isLarge)
    { }
    static MemoryFilter ofStream(StreamSlot slot)
    {
        MemoryFilter filter;
        filter.stream = slot;
        return filter;
    }
    static MemoryFilter ofPool(PoolSlot slot)
    {
        MemoryFilter filter;
        filter.pool = slot;
        return filter;
    }

    bool isAll() const { return holdsAllSegments() && allocations.isAll(); }
    bool holdsAllSegments() const { return !stream && !pool && !isLarge; }
    // The same segments with all that is in them.
    MemoryFilter ofSegments() const
    {
        MemoryFilter filter = *this;
        filter.allocations = {};
        return filter;
    }
    // Of any kind of segment: SegmentInfo, HeapSegment, FreeKey. Which of its allocations are held:
    // HeldAllocations.
    template <class Segment>
    bool holds(const Segment& segment) const
    {
        return (!stream || segment.stream == *stream) && (!pool || segment.pool == *pool)
            && (!isLarge || segment.isLarge == *isLarge);
    }

    bool operator==(const MemoryFilter&) const = default;
};

// The segments that the filter holds, with all their blocks.
SegmentList filtered(const SegmentList& list, const MemoryFilter& filter);

} // namespace tidemark
