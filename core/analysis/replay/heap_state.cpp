// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/heap_state.h"

#include "core/allocator/size_rules.h"

#include <algorithm>

namespace tidemark {

namespace {

HeapSegment segmentOf(const Event& event)
{
    HeapSegment segment;
    segment.address = event.address;
    segment.size = event.size;
    segment.context = event.context;
    segment.stream = event.stream;
    segment.pool = event.pool;
    segment.isExpandable = event.action == Action::SegmentMap;
    // The small pool gets its memory in pieces of just this size, the large pool never (get_allocation_size;
    // expandable segments: one page of the pool, or more of the large one).
    segment.isLarge = event.size > size_rules::smallBuffer;
    return segment;
}

HeapBlock tenantOf(const Event& event, std::uint64_t number)
{
    HeapBlock tenant;
    tenant.requestedSize = event.size;
    tenant.event = number;
    tenant.context = event.context;
    tenant.state = BlockState::ActiveAllocated;
    return tenant;
}

} // namespace

HeapState::HeapState(const AllocatorSettings& settings, const SegmentList* before)
    : m_settings(settings)
{
    if (before)
        m_heap = Heap(*before, m_contradictions);
}

bool HeapState::equals(const SegmentList& reported) const
{
    if (m_heap.blockCount() != reported.blocks.size() || m_heap.segmentCount() != reported.segments.size())
        return false;
    Place place = m_heap.firstBlock();
    for (const BlockInfo& wanted : reported.blocks) {
        const HeapBlock& block = m_heap.block(place);
        const bool isSame = block.address == wanted.address && block.size == wanted.size
            && block.state == wanted.state && (block.isFree() || block.requestedSize == wanted.requestedSize);
        if (!isSame)
            return false;
        place = m_heap.nextBlock(place);
    }
    return true;
}

void HeapState::takeOver(SegmentList reported)
{
    for (BlockInfo& block : reported.blocks) {
        const auto place = m_heap.blockAt(block.address);
        const bool isSame = place && m_heap.block(*place).size == block.size
            && m_heap.block(*place).isFree() == (block.state == BlockState::Inactive);
        if (isSame)
            block.allocEvent = m_heap.block(*place).event;
    }
    std::uint64_t dropped = 0;
    m_heap = Heap(reported, dropped);
}

void HeapState::apply(const Event& event, std::uint64_t number)
{
    switch (event.action) {
    case Action::Alloc:
        return alloc(event, number);
    case Action::FreeRequested:
        return freeRequested(event);
    case Action::FreeCompleted:
        return freeCompleted(event, number);
    case Action::SegmentAlloc:
        return segmentAlloc(event, number);
    case Action::SegmentFree:
        return segmentFree(event);
    case Action::SegmentMap:
        return segmentMap(event, number);
    case Action::SegmentUnmap:
        return segmentUnmap(event, number);
    case Action::Snapshot:
    case Action::Oom:
    case Action::Annotate:
    case Action::UserDefined:
    case Action::Unknown:
        return;
    }
}

void HeapState::alloc(const Event& event, std::uint64_t number)
{
    if (event.size >= size_rules::refusalLimit) {
        ++m_contradictions;
        return;
    }
    const std::uint64_t rounded = size_rules::roundSize(event.size, m_settings);
    std::optional<Place> place = m_heap.blockAt(event.address);
    const bool fits = place && m_heap.block(*place).isFree() && m_heap.block(*place).size >= rounded;
    if (!fits)
        place = makeRoom(event, rounded, number);
    if (!place)
        return;
    const HeapBlock& block = m_heap.block(*place);
    m_heap.take(*place, isCut(block, block.size, rounded) ? rounded : block.size, tenantOf(event, number));
}

// Whether `rounded` bytes are cut off a block when it has `size`. With expandable segments switched on
// PyTorch cuts any block as it cuts theirs; what the settings say holds for the end of a recording, so it
// counts from the first such segment on.
bool HeapState::isCut(const HeapBlock& block, std::uint64_t size, std::uint64_t rounded) const
{
    const bool expandable = block.isExpandable || (m_settings.expandableSegments && m_heap.hasExpandable());
    return size > rounded && size_rules::shouldSplit(size, rounded, expandable, m_settings);
}

// Events are missing before this one: frees whatever is in its way.
std::optional<HeapState::Place> HeapState::makeRoom(
    const Event& event, std::uint64_t rounded, std::uint64_t number)
{
    ++m_contradictions;
    std::optional<Place> place = m_heap.blockCovering(event.address);
    if (!place) {
        HeapSegment segment = segmentOf(event);
        segment.size = rounded;
        segment.isLarge = !size_rules::isSmall(rounded);
        segment.isImplied = true;
        const bool isRoom = m_heap.hasRoomFor(rounded) && event.address <= UINT64_MAX - rounded
            && !m_heap.segmentIn(event.address, event.address + rounded);
        if (!isRoom)
            return std::nullopt;
        m_heap.addSegment(segment, number);
        return m_heap.blockAt(event.address);
    }
    if (!m_heap.block(*place).isFree()) {
        const HeapBlock& live = m_heap.block(*place);
        const std::uint64_t distance = event.address - live.address;
        // A block that was cut although the rule says it is not: CUDA graph checkpoints do that.
        if (distance > 0 && distance >= size_rules::roundSize(live.requestedSize, m_settings))
            m_heap.shrink(*place, distance, number);
        else
            m_heap.completeFree(*place, number);
        place = m_heap.blockCovering(event.address);
    }
    while (m_heap.block(*place).end() - event.address < rounded) {
        const auto next = m_heap.behind(*place);
        if (!next)
            break;
        m_heap.completeFree(*next, number);
        place = m_heap.blockCovering(event.address);
    }
    if (m_heap.block(*place).address < event.address)
        place = m_heap.cutFree(*place, event.address);
    return place;
}

void HeapState::freeRequested(const Event& event)
{
    const auto place = m_heap.blockAt(event.address);
    if (!place || m_heap.block(*place).state != BlockState::ActiveAllocated) {
        ++m_contradictions;
        return;
    }
    m_heap.requestFree(*place);
}

// skip_actions may have left out the free_requested: no contradiction.
void HeapState::freeCompleted(const Event& event, std::uint64_t number)
{
    const auto place = m_heap.blockAt(event.address);
    if (!place || m_heap.block(*place).isFree()) {
        ++m_contradictions;
        return;
    }
    endBlock(*place, number);
}

void HeapState::endBlock(Place used, std::uint64_t number)
{
    const std::uint64_t address = m_heap.block(used).address;
    m_heap.completeFree(used, number);
    const HeapSegment* segment = m_heap.segmentAt(address);
    if (segment && segment->isImplied)
        m_heap.removeSegment(address);
}

// Whether the event brings a range of addresses that can be.
bool HeapState::isNewRange(const Event& event)
{
    if (event.size > 0 && !m_heap.hasRoomFor(event.size)) {
        ++m_contradictions;
        return false;
    }
    return isRange(event);
}

// Whether the event names a range of addresses that can be.
bool HeapState::isRange(const Event& event)
{
    if (event.size > 0 && event.size <= size_rules::refusalLimit && event.address <= UINT64_MAX - event.size)
        return true;
    ++m_contradictions;
    return false;
}

void HeapState::segmentAlloc(const Event& event, std::uint64_t number)
{
    if (!isNewRange(event))
        return;
    while (const HeapSegment* old = m_heap.segmentIn(event.address, event.address + event.size)) {
        ++m_contradictions;
        m_heap.removeSegment(old->address);
    }
    m_heap.addSegment(segmentOf(event), number);
}

void HeapState::segmentFree(const Event& event)
{
    const HeapSegment* segment = m_heap.segmentAt(event.address);
    if (!segment) {
        ++m_contradictions;
        return;
    }
    const auto block = m_heap.blockAt(event.address);
    if (segment->size != event.size || !m_heap.block(*block).isFree()
        || m_heap.block(*block).size != segment->size)
        ++m_contradictions;
    m_heap.removeSegment(event.address);
}

void HeapState::segmentMap(const Event& event, std::uint64_t number)
{
    if (!isNewRange(event))
        return;
    if (!m_heap.segmentIn(event.address, event.address + event.size)) {
        m_heap.addSegment(segmentOf(event), number);
        return;
    }
    ++m_contradictions;
    mapGaps(event, number);
}

// Part of the range is there already: maps what is missing. What is no run of the same stream must have gone.
void HeapState::mapGaps(const Event& event, std::uint64_t number)
{
    const auto isSameRun = [&](const HeapSegment& segment) {
        return segment.isExpandable && segment.stream == event.stream;
    };
    std::uint64_t at = event.address;
    const std::uint64_t end = event.address + event.size;
    while (at < end) {
        const HeapSegment* there = m_heap.segmentIn(at, end);
        if (there && !isSameRun(*there)) {
            m_heap.removeSegment(there->address);
            continue;
        }
        const std::uint64_t next = there ? there->end() : end;
        HeapSegment gap = segmentOf(event);
        gap.address = at;
        gap.size = (there ? std::max(at, there->address) : end) - at;
        if (gap.size > 0)
            m_heap.addSegment(gap, number);
        at = next;
    }
}

void HeapState::segmentUnmap(const Event& event, std::uint64_t number)
{
    if (!isRange(event))
        return;
    const std::uint64_t end = event.address + event.size;
    std::uint64_t unmapped = 0;
    while (const HeapSegment* run = m_heap.segmentIn(event.address, end)) {
        if (!run->isExpandable) { // must have gone
            m_heap.removeSegment(run->address);
            continue;
        }
        const std::uint64_t from = std::max(event.address, run->address);
        const std::uint64_t to = std::min(end, run->end());
        unmapped += to - from;
        unmapPart(from, to, number);
    }
    if (unmapped != event.size)
        ++m_contradictions;
}

// [begin, end) lies in one run.
void HeapState::unmapPart(std::uint64_t begin, std::uint64_t end, std::uint64_t number)
{
    auto place = m_heap.blockCovering(begin);
    bool isFree = true;
    while (place && m_heap.block(*place).address < end) {
        if (!m_heap.block(*place).isFree()) {
            isFree = false;
            place = m_heap.completeFree(*place, number);
        }
        place = m_heap.behind(*place);
    }
    if (!isFree)
        ++m_contradictions;
    m_heap.unmap(begin, end);
}

} // namespace tidemark
