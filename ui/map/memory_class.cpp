// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/memory_class.h"

#include "core/analysis/replay/expandable_pages.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

void add(BlockRuns& runs, MemoryClass memoryClass, std::uint64_t begin, std::uint64_t end)
{
    if (begin < end)
        runs.runs[runs.count++] = {memoryClass, begin, end};
}

BlockRuns freeRuns(const SegmentInfo& segment, const BlockInfo& block)
{
    const std::uint64_t begin = block.address - segment.address;
    const std::uint64_t end = begin + block.size;
    const PageRange pages = segment.isExpandable ? wholePages(segment, block) : PageRange{end, end};
    BlockRuns runs;
    if (pages.size() == 0) {
        add(runs, MemoryClass::FreeBesideLive, begin, end);
        return runs;
    }
    add(runs, MemoryClass::FreeBesideLive, begin, pages.begin);
    add(runs, MemoryClass::WholeFree, pages.begin, pages.end);
    add(runs, MemoryClass::FreeBesideLive, pages.end, end);
    return runs;
}

} // namespace

BlockRuns runsOf(const SegmentInfo& segment, const BlockInfo& block, bool segmentIsFree)
{
    const std::uint64_t begin = block.address - segment.address;
    const std::uint64_t end = begin + block.size;
    BlockRuns runs;
    if (block.state == BlockState::ActivePendingFree) {
        add(runs, MemoryClass::Waiting, begin, end);
        return runs;
    }
    if (block.state == BlockState::ActiveAllocated) {
        const std::uint64_t asked = begin + std::min(block.requestedSize, block.size);
        add(runs, MemoryClass::Allocated, begin, asked);
        add(runs, MemoryClass::Rounding, asked, end);
        return runs;
    }
    if (!segmentIsFree || segment.isExpandable)
        return freeRuns(segment, block);
    add(runs, MemoryClass::WholeFree, begin, end);
    return runs;
}

} // namespace tidemark::ui
