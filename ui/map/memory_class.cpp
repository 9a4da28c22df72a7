// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/memory_class.h"

#include "core/analysis/replay/expandable_pages.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

class RunList {
public:
    void add(MemoryClass memoryClass, std::uint64_t begin, std::uint64_t end)
    {
        if (begin < end)
            m_runs.runs[m_runs.count++] = {memoryClass, begin, end};
    }
    const BlockRuns& runs() const { return m_runs; }

private:
    BlockRuns m_runs;
};

BlockRuns freeRuns(const SegmentInfo& segment, const BlockInfo& block)
{
    const std::uint64_t begin = block.address - segment.address;
    const std::uint64_t end = begin + block.size;
    const PageRange pages = segment.isExpandable ? wholePages(segment, block) : PageRange{end, end};
    RunList list;
    if (pages.size() == 0) {
        list.add(MemoryClass::FreeBesideLive, begin, end);
        return list.runs();
    }
    list.add(MemoryClass::FreeBesideLive, begin, pages.begin);
    list.add(MemoryClass::WholeFree, pages.begin, pages.end);
    list.add(MemoryClass::FreeBesideLive, pages.end, end);
    return list.runs();
}

} // namespace

BlockRuns runsOf(const SegmentInfo& segment, const BlockInfo& block, bool segmentIsFree)
{
    const std::uint64_t begin = block.address - segment.address;
    const std::uint64_t end = begin + block.size;
    RunList list;
    if (block.state == BlockState::ActivePendingFree) {
        list.add(MemoryClass::Waiting, begin, end);
        return list.runs();
    }
    if (block.state == BlockState::ActiveAllocated) {
        const std::uint64_t asked = begin + std::min(block.requestedSize, block.size);
        list.add(MemoryClass::Allocated, begin, asked);
        list.add(MemoryClass::Rounding, asked, end);
        return list.runs();
    }
    if (!segmentIsFree || segment.isExpandable)
        return freeRuns(segment, block);
    list.add(MemoryClass::WholeFree, begin, end);
    return list.runs();
}

} // namespace tidemark::ui
