// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_settings.h"
#include "core/trace/segment_list.h"

#include <cstdint>
#include <vector>

namespace tidemark {

// Reserved memory at one moment, divided without rest:
// reserved = allocated + waiting + freeBesideLive + wholeFree. Bytes.
struct Composition {
    std::uint64_t reserved = 0;
    std::uint64_t allocated = 0;
    std::uint64_t waiting = 0; // freed by the program, another stream still uses it
    std::uint64_t freeBesideLive =
        0; // free pieces in segments that hold live blocks: empty_cache cannot return them
    std::uint64_t wholeFree =
        0; // segments without a live block (expandable: whole free pages): empty_cache returns them
    // Part of wholeFree that lies in private pools: empty_cache returns it only when nothing (a CUDA graph, a
    // MemPool) holds the pool any more, which no file tells.
    std::uint64_t wholeFreeInPrivatePools = 0;
    std::uint64_t requested =
        0; // bytes asked for by the live blocks; allocated + waiting - requested is rounding
    std::size_t segments = 0;
    std::size_t releasableSegments = 0;
};

// Of the settings counts the large segment size: the large page of expandable segments.
Composition compositionOf(const SegmentList& list, const AllocatorSettings& settings = {});

// A segment that empty_cache cannot return although it holds free memory, and the few bytes that hold it.
struct PinnedSegment {
    std::uint32_t segment = 0; // place in SegmentList::segments
    std::uint32_t liveBlocks = 0;
    std::uint64_t liveBytes = 0;
    std::uint64_t freeBytes = 0;
};

// Most free bytes first.
std::vector<PinnedSegment> pinnedSegments(const SegmentList& list, const AllocatorSettings& settings = {});

} // namespace tidemark
