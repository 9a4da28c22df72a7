// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/reserved/free_memory.h"
#include "core/trace/segment_list.h"

#include <optional>

namespace tidemark {

// A part of a device's memory: the segments of one stream, of one pool, of both, or all of them.
struct MemoryFilter {
    std::optional<StreamSlot> stream;
    std::optional<PoolSlot> pool;
    std::optional<bool> isLarge; // PyTorch's segment_type

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

    bool isAll() const { return !stream && !pool && !isLarge; }
    // Of any kind of segment: SegmentInfo, HeapSegment, FreeKey.
    template <class Segment>
    bool holds(const Segment& segment) const
    {
        return (!stream || segment.stream == *stream) && (!pool || segment.pool == *pool)
            && (!isLarge || segment.isLarge == *isLarge);
    }

    bool operator==(const MemoryFilter&) const = default;
};

// The segments that the filter holds, with their blocks.
SegmentList filtered(const SegmentList& list, const MemoryFilter& filter);

} // namespace tidemark
