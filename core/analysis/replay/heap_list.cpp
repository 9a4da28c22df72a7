// SPDX-License-Identifier: GPL-3.0-or-later
// Heap from and to the plain lists of files.
#include "core/allocator/size_rules.h"
#include "core/analysis/replay/heap.h"

#include <algorithm>

namespace tidemark {

Heap::Heap(const SegmentList& list, std::uint64_t& dropped)
{
    std::vector<const SegmentInfo*> order;
    order.reserve(list.segments.size());
    for (const SegmentInfo& segment : list.segments)
        order.push_back(&segment);
    std::stable_sort(order.begin(), order.end(),
        [](const SegmentInfo* a, const SegmentInfo* b) { return a->address < b->address; });

    std::uint64_t taken = 0; // addresses below
    for (const SegmentInfo* info : order) {
        const bool isFit = info->totalSize > 0 && info->totalSize <= size_rules::refusalLimit
            && hasRoomFor(info->totalSize) && info->address <= UINT64_MAX - info->totalSize
            && info->address >= taken && info->firstBlock <= list.blocks.size()
            && info->blockCount <= list.blocks.size() - info->firstBlock;
        if (!isFit) {
            ++dropped;
            continue;
        }
        HeapSegment segment;
        segment.address = info->address;
        segment.size = info->totalSize;
        segment.context = info->context;
        segment.stream = info->stream;
        segment.pool = info->pool;
        segment.isLarge = info->isLarge;
        segment.isExpandable = info->isExpandable;
        taken = segment.end();
        m_segments.insert(m_segments.end(), segment);
        m_level.reservedBytes += static_cast<std::int64_t>(segment.size);
        m_level.segment += segment.isExpandable ? 0 : 1;
        addBlocks(segment, list.blocksOf(*info), dropped);
    }
    for (Place place = m_blocks.begin(); place != m_blocks.end(); place = m_blocks.next(place)) {
        countUsed(m_blocks[place], 1);
        if (m_blocks[place].isFree())
            countFree(place, 1);
    }
}

void Heap::addBlocks(const HeapSegment& segment, std::span<const BlockInfo> blocks, std::uint64_t& dropped)
{
    std::uint64_t at = segment.address;
    const auto append = [&](const BlockInfo& info) {
        HeapBlock block;
        block.address = info.address;
        block.size = info.size;
        block.requestedSize = std::min(info.requestedSize, info.size);
        dropped += info.state != BlockState::Inactive && info.requestedSize > info.size ? 1 : 0;
        block.event = info.allocEvent;
        block.context = info.context;
        block.state = info.state;
        block.startsSegment = info.address == segment.address;
        block.isExpandable = segment.isExpandable;
        m_blocks.insert(m_blocks.end(), block);
        at = block.end();
    };
    const auto fillTo = [&](std::uint64_t address) {
        if (at >= address)
            return;
        ++dropped;
        BlockInfo gap;
        gap.address = at;
        gap.size = address - at;
        append(gap);
    };
    for (const BlockInfo& info : blocks) {
        if (info.size == 0 || info.address < at || info.address >= segment.end()
            || info.size > segment.end() - info.address) {
            ++dropped;
            continue;
        }
        fillTo(info.address);
        append(info);
    }
    fillTo(segment.end());
}

SegmentList Heap::list() const
{
    SegmentList result;
    result.segments.reserve(m_segments.size());
    result.blocks.reserve(m_blocks.size());
    for (auto place = m_segments.begin(); place != m_segments.end(); place = m_segments.next(place)) {
        const HeapSegment& segment = m_segments[place];
        SegmentInfo info;
        info.address = segment.address;
        info.totalSize = segment.size;
        info.context = segment.context;
        info.stream = segment.stream;
        info.pool = segment.pool;
        info.isLarge = segment.isLarge;
        info.isExpandable = segment.isExpandable;
        result.segments.push_back(info);
    }
    std::size_t segment = 0;
    for (Place place = m_blocks.begin(); place != m_blocks.end(); place = m_blocks.next(place)) {
        const HeapBlock& block = m_blocks[place];
        if (block.startsSegment) {
            if (!result.blocks.empty())
                ++segment;
            result.segments[segment].firstBlock = static_cast<std::uint32_t>(result.blocks.size());
        }
        ++result.segments[segment].blockCount;
        BlockInfo info;
        info.address = block.address;
        info.size = block.size;
        info.requestedSize = block.requestedSize;
        info.allocEvent = block.event;
        info.context = block.context;
        info.state = block.state;
        result.blocks.push_back(info);
    }
    return result;
}

} // namespace tidemark
