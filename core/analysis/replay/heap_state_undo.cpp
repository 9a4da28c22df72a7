// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/size_rules.h"
#include "core/analysis/replay/heap_state.h"

namespace tidemark {

namespace {

Event reversed(Event event, Action action)
{
    event.action = action;
    event.context = {}; // it says who gave the memory back, not who got it
    return event;
}

} // namespace

void HeapState::undo(const Event& event, BlockState beforeFree)
{
    switch (event.action) {
    case Action::Alloc:
        return undoAlloc(event);
    case Action::FreeRequested:
        return undoFreeRequested(event);
    case Action::FreeCompleted:
        return undoFreeCompleted(event, beforeFree);
    case Action::SegmentAlloc:
        return segmentFree(event);
    case Action::SegmentFree:
        return segmentAlloc(reversed(event, Action::SegmentAlloc), BlockInfo::noEvent);
    case Action::SegmentMap:
        return segmentUnmap(event, BlockInfo::noEvent);
    case Action::SegmentUnmap:
        return segmentMap(reversed(event, Action::SegmentMap), BlockInfo::noEvent);
    case Action::Snapshot:
    case Action::Oom:
    case Action::Annotate:
    case Action::UserDefined:
    case Action::Unknown:
        return;
    }
}

// Whether the free block behind a live one is in truth its end: a block that large is not cut for its
// request.
bool HeapState::takesGapBehind(Place live) const
{
    const HeapBlock& block = m_heap.block(live);
    const auto gap = m_heap.behind(live);
    if (block.isFree() || !block.isLeastSize || !gap || !m_heap.block(*gap).isFree())
        return false;
    const std::uint64_t rounded = size_rules::roundSize(block.requestedSize, m_settings);
    return !isCut(block, block.size + m_heap.block(*gap).size, rounded);
}

void HeapState::undoAlloc(const Event& event)
{
    const auto place = m_heap.blockAt(event.address);
    if (!place || m_heap.block(*place).isFree()) {
        ++m_contradictions;
        return;
    }
    // An alloc takes the front of a free block: what is free before it belongs to the block before that.
    const auto gap = m_heap.before(*place);
    const auto owner = gap && m_heap.block(*gap).isFree() ? m_heap.before(*gap) : std::nullopt;
    if (owner && takesGapBehind(*owner))
        m_heap.grow(*owner);
    m_heap.completeFree(*m_heap.blockAt(event.address), BlockInfo::noEvent);
}

void HeapState::undoFreeRequested(const Event& event)
{
    auto place = m_heap.blockAt(event.address);
    if (place && m_heap.block(*place).state == BlockState::ActivePendingFree) {
        m_heap.resurrect(*place);
        return;
    }
    // The free was completed behind the end of the trace, or its entry is missing.
    ++m_contradictions;
    if (!place || m_heap.block(*place).isFree())
        undoFreeCompleted(event, BlockState::ActiveAllocated);
}

void HeapState::undoFreeCompleted(const Event& event, BlockState state)
{
    if (event.size >= size_rules::refusalLimit) {
        ++m_contradictions;
        return;
    }
    const std::uint64_t rounded = size_rules::roundSize(event.size, m_settings);
    const auto place = freeRangeAt(event.address, rounded);
    if (!place)
        return;
    const HeapBlock& block = m_heap.block(*place);
    HeapBlock tenant;
    tenant.requestedSize = event.size;
    tenant.state = state;
    // In the small pool and in expandable segments any rest is cut off.
    const bool isSplit = isCut(block, block.size, rounded);
    tenant.isLeastSize = isSplit && !isCut(block, rounded + size_rules::minBlockSize, rounded);
    m_heap.take(*place, isSplit ? rounded : block.size, tenant);
}

// A free block that begins at `address` and has `size` bytes, if its segment is that long. Blocks in the way
// were born behind the end of the trace.
std::optional<HeapState::Place> HeapState::freeRangeAt(std::uint64_t address, std::uint64_t size)
{
    auto place = m_heap.blockCovering(address);
    if (!place) {
        ++m_contradictions;
        return std::nullopt;
    }
    bool isInTheWay = false;
    while (!m_heap.block(*place).isFree() || m_heap.block(*place).end() - address < size) {
        const bool isUsed = !m_heap.block(*place).isFree();
        const auto used = isUsed ? place : m_heap.behind(*place);
        isInTheWay = true;
        if (!used)
            break;
        m_heap.completeFree(*used, BlockInfo::noEvent);
        place = m_heap.blockCovering(address);
    }
    m_contradictions += isInTheWay ? 1 : 0;
    if (m_heap.block(*place).address < address)
        place = m_heap.cutFree(*place, address);
    return place;
}

void HeapState::finishUndo()
{
    for (Place place = m_heap.firstBlock(); !m_heap.isEnd(place); place = m_heap.nextBlock(place)) {
        if (!takesGapBehind(place))
            continue;
        const std::uint64_t address = m_heap.block(place).address;
        m_heap.grow(place);
        place = *m_heap.blockAt(address);
    }
}

std::uint64_t HeapState::leastSizeBlocks() const
{
    std::uint64_t count = 0;
    for (Place place = m_heap.firstBlock(); !m_heap.isEnd(place); place = m_heap.nextBlock(place)) {
        const auto next = m_heap.behind(place);
        count += m_heap.block(place).isLeastSize && next && m_heap.block(*next).isFree() ? 1 : 0;
    }
    return count;
}

} // namespace tidemark
