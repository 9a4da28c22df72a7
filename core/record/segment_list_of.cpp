// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/segment_list_of.h"

#include "core/trace/recording_builder.h"

namespace tidemark {

namespace {

BlockState stateOf(const AllocatorBlock& block)
{
    if (block.isAllocated)
        return BlockState::ActiveAllocated;
    return block.isActive ? BlockState::ActivePendingFree : BlockState::Inactive;
}

} // namespace

SegmentList segmentListOf(std::span<const AllocatorSegment> segments, Device& device)
{
    SegmentList list;
    for (const AllocatorSegment& segment : segments) {
        SegmentInfo info;
        info.address = segment.address;
        info.totalSize = segment.totalSize;
        info.firstBlock = static_cast<std::uint32_t>(list.blocks.size());
        info.blockCount = static_cast<std::uint32_t>(segment.blocks.size());
        info.stream = RecordingBuilder::streamSlot(device, segment.stream);
        info.pool = RecordingBuilder::poolSlot(device, segment.pool);
        info.isLarge = segment.isLarge;
        info.isExpandable = segment.isExpandable;
        list.segments.push_back(info);
        for (const AllocatorBlock& block : segment.blocks) {
            BlockInfo entry;
            entry.address = block.address;
            entry.size = block.size;
            entry.requestedSize = block.requestedSize;
            entry.state = stateOf(block);
            list.blocks.push_back(entry);
        }
    }
    return list;
}

} // namespace tidemark
