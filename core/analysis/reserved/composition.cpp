// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/composition.h"

#include "core/analysis/replay/expandable_pages.h"

#include <algorithm>

namespace tidemark {

namespace {

struct SegmentFigures {
    std::uint64_t allocated = 0;
    std::uint64_t waiting = 0;
    std::uint64_t requested = 0;
    std::uint64_t free = 0;
    std::uint64_t returnable = 0; // part of free
    std::uint32_t liveBlocks = 0;
};

SegmentFigures figuresOf(
    const SegmentList& list, const SegmentInfo& segment, const AllocatorSettings& settings)
{
    SegmentFigures figures;
    for (const BlockInfo& block : list.blocksOf(segment)) {
        switch (block.state) {
        case BlockState::ActiveAllocated:
            figures.allocated += block.size;
            break;
        case BlockState::ActivePendingFree:
            figures.waiting += block.size;
            break;
        case BlockState::Inactive:
            figures.free += block.size;
            figures.returnable += segment.isExpandable ? wholePages(segment, block, settings).size() : 0;
            continue;
        }
        figures.requested += block.requestedSize;
        ++figures.liveBlocks;
    }
    if (!segment.isExpandable && figures.liveBlocks == 0)
        figures.returnable = figures.free;
    return figures;
}

} // namespace

Composition compositionOf(const SegmentList& list, const AllocatorSettings& settings)
{
    Composition sum;
    for (const SegmentInfo& segment : list.segments) {
        const SegmentFigures figures = figuresOf(list, segment, settings);
        sum.reserved += segment.totalSize;
        sum.allocated += figures.allocated;
        sum.waiting += figures.waiting;
        sum.requested += figures.requested;
        sum.wholeFree += figures.returnable;
        sum.wholeFreeInPrivatePools += segment.pool == 0 ? 0 : figures.returnable;
        sum.freeBesideLive += figures.free - figures.returnable;
        ++sum.segments;
        sum.releasableSegments += figures.returnable == segment.totalSize ? 1 : 0;
    }
    return sum;
}

std::vector<PinnedSegment> pinnedSegments(const SegmentList& list, const AllocatorSettings& settings)
{
    std::vector<PinnedSegment> result;
    for (std::size_t i = 0; i < list.segments.size(); ++i) {
        const SegmentFigures figures = figuresOf(list, list.segments[i], settings);
        if (figures.liveBlocks == 0 || figures.free == figures.returnable)
            continue;
        result.push_back({static_cast<std::uint32_t>(i), figures.liveBlocks,
            figures.allocated + figures.waiting, figures.free - figures.returnable});
    }
    std::stable_sort(result.begin(), result.end(),
        [](const PinnedSegment& a, const PinnedSegment& b) { return a.freeBytes > b.freeBytes; });
    return result;
}

} // namespace tidemark
