// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/recorded_memory.h"

namespace tidemark {

namespace {

// Free bytes of a segment that live blocks keep from being returned.
std::uint64_t pinnedFreeBytes(const AllocatorSegment& segment)
{
    std::uint64_t free = 0;
    for (const AllocatorBlock& block : segment.blocks)
        free += block.isActive ? 0 : block.size;
    return free == segment.totalSize ? 0 : free;
}

} // namespace

void tellKept(RecordedMemory::Emptied& emptied, const std::vector<AllocatorSegment>& segments)
{
    for (const AllocatorSegment& segment : segments) {
        const std::uint64_t kept = pinnedFreeBytes(segment);
        emptied.keptFreeBytes += kept;
        emptied.pinnedSegments += kept > 0 ? 1 : 0;
    }
}

} // namespace tidemark
