// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/pinned_place.h"

#include "core/analysis/replay/expandable_pages.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr std::size_t mostPins = 8;

bool isFree(const BlockInfo& block)
{
    return block.state == BlockState::Inactive;
}

struct Stretch {
    std::uint64_t bytes = 0;
    std::uint64_t liveBytes = 0;

    void add(const BlockInfo& block)
    {
        bytes += block.size;
        liveBytes += isFree(block) ? 0 : block.size;
    }
    void remove(const BlockInfo& block)
    {
        bytes -= block.size;
        liveBytes -= isFree(block) ? 0 : block.size;
    }
};

PinnedPlace placeOf(std::span<const BlockInfo> blocks, const Stretch& stretch)
{
    PinnedPlace place;
    place.begin = blocks.front().address;
    place.end = blocks.back().address + blocks.back().size;
    place.freeBytes = stretch.bytes - stretch.liveBytes;
    place.liveBytes = stretch.liveBytes;
    for (const BlockInfo& block : blocks) {
        if (isFree(block))
            continue;
        ++place.pinCount;
        if (place.pins.size() < mostPins)
            place.pins.push_back(block);
    }
    return place;
}

// Slides over the blocks of one segment the shortest stretch that is large enough.
void improve(std::optional<PinnedPlace>& best, std::span<const BlockInfo> blocks, std::uint64_t rounded)
{
    Stretch stretch;
    std::size_t end = 0;
    for (std::size_t begin = 0; begin < blocks.size(); ++begin) {
        while (end < blocks.size() && stretch.bytes < rounded)
            stretch.add(blocks[end++]);
        if (stretch.bytes < rounded)
            return;
        const bool hasFree = stretch.liveBytes < stretch.bytes;
        if (hasFree && (!best || stretch.liveBytes < best->liveBytes))
            best = placeOf(blocks.subspan(begin, end - begin), stretch);
        stretch.remove(blocks[begin]);
    }
}

} // namespace

std::optional<PinnedPlace> bestPinnedPlace(const SegmentList& list, const FreeRequest& request)
{
    std::optional<PinnedPlace> best;
    for (const SegmentInfo& segment : list.segments) {
        if (keyOf(segment) == request.key && segment.totalSize >= request.rounded)
            improve(best, list.blocksOf(segment), request.rounded);
    }
    return best;
}

std::optional<GrowablePlace> bestGrowablePlace(const SegmentList& list, const FreeRequest& request,
    std::uint64_t segmentSize, const AllocatorSettings& settings)
{
    std::optional<GrowablePlace> best;
    const std::uint64_t page = pageSize(request.key.isLarge, settings);
    for (std::size_t i = 0; i < list.segments.size(); ++i) {
        const SegmentInfo& segment = list.segments[i];
        if (keyOf(segment) != request.key || segment.blockCount == 0)
            continue;
        const BlockInfo& tail = list.blocksOf(segment).back();
        if (!isFree(tail) || tail.size >= request.rounded || (best && tail.size <= best->tail.size))
            continue;
        const std::uint64_t growth = (request.rounded - tail.size + page - 1) / page * page;
        if (growth < segmentSize)
            best = GrowablePlace{
                {tail.address, tail.size, static_cast<std::uint32_t>(i), request.key, segment.isExpandable},
                growth};
    }
    return best;
}

std::uint64_t pieceWithWaiting(const SegmentList& list, const FreeRequest& request)
{
    std::uint64_t largest = 0;
    for (const SegmentInfo& segment : list.segments) {
        if (keyOf(segment) != request.key)
            continue;
        std::uint64_t piece = 0;
        bool waits = false;
        for (const BlockInfo& block : list.blocksOf(segment)) {
            if (block.state == BlockState::ActiveAllocated) {
                piece = 0;
                waits = false;
                continue;
            }
            piece += block.size;
            waits = waits || block.state == BlockState::ActivePendingFree;
            if (waits)
                largest = std::max(largest, piece);
        }
    }
    return largest;
}

} // namespace tidemark
