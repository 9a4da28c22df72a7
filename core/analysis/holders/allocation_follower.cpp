// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/allocation_follower.h"

#include <utility>

namespace tidemark {

AllocationFollower::AllocationFollower(const Device& device, const DeviceHistory& history,
    std::vector<Allocation>& allocations, std::size_t followed)
    : m_device(device)
    , m_history(history)
    , m_allocations(allocations)
    , m_state(history.stateAt(device, followed))
    , m_position(followed)
{
    if (followed > 0) {
        goOn();
        return;
    }
    const Heap& heap = m_state.heap();
    for (auto place = heap.firstBlock(); !heap.isEnd(place); place = heap.nextBlock(place)) {
        if (heap.block(place).state == BlockState::ActiveAllocated)
            begin(heap.block(place), Allocation::beforeRecording, true);
    }
}

void AllocationFollower::goOn()
{
    for (std::size_t i = 0; i < m_allocations.size(); ++i) {
        if (m_allocations[i].freeEvent != Allocation::never)
            continue;
        m_live[m_allocations[i].address] = static_cast<std::uint32_t>(i);
        m_liveBytes += static_cast<std::int64_t>(m_allocations[i].bytes);
    }
}

void AllocationFollower::advance()
{
    follow(m_history.followed(m_device, m_position));
    // An event ends or begins the block that it names. Where it contradicts the state it may also end, or
    // cut short, others: then less is allocated than is listed.
    if (m_liveBytes != m_state.level().allocatedBytes)
        settle();
    const bool isEnd = m_position + 1 == m_device.events.size();
    if (isEnd && m_history.endDiffers()) { // replay takes over what the allocator itself reported
        m_state = m_history.stateAt(m_device, m_position + 1);
        settle();
    }
    ++m_position;
}

void AllocationFollower::follow(const Event& event)
{
    m_state.apply(event, m_position);
    switch (event.action) {
    case Action::Alloc: {
        const auto place = m_state.heap().blockAt(event.address);
        if (!place || m_state.heap().block(*place).event != m_position)
            return; // refused
        if (const auto old = m_live.find(event.address); old != m_live.end())
            end(old->second);
        begin(m_state.heap().block(*place), m_position, true);
        return;
    }
    case Action::FreeRequested:
    case Action::FreeCompleted:
        if (const auto live = m_live.find(event.address); live != m_live.end())
            end(live->second);
        return;
    default:
        return;
    }
}

void AllocationFollower::begin(const HeapBlock& block, std::uint64_t event, bool isTold)
{
    Allocation& made = m_allocations.emplace_back();
    made.event = event;
    made.address = block.address;
    made.bytes = block.size;
    made.requested = block.requestedSize;
    made.context = block.context;
    made.isTold = isTold;
    if (const HeapSegment* segment = m_state.heap().segmentCovering(block.address))
        made.home = {segment->pool, segment->isLarge, segment->stream};
    m_live[block.address] = static_cast<std::uint32_t>(m_allocations.size() - 1);
    m_liveBytes += static_cast<std::int64_t>(block.size);
}

void AllocationFollower::end(std::uint32_t allocation)
{
    Allocation& ended = m_allocations[allocation];
    ended.freeEvent = m_position;
    m_liveBytes -= static_cast<std::int64_t>(ended.bytes);
    m_live.erase(ended.address);
}

// Makes the list what the state is: ends what is not there any more, and begins what nothing told of.
void AllocationFollower::settle()
{
    const auto before = std::exchange(m_live, {});
    m_liveBytes = 0;
    const Heap& heap = m_state.heap();
    for (auto place = heap.firstBlock(); !heap.isEnd(place); place = heap.nextBlock(place)) {
        const HeapBlock& block = heap.block(place);
        if (block.state != BlockState::ActiveAllocated)
            continue;
        const auto known = before.find(block.address);
        if (known == before.end() || m_allocations[known->second].bytes != block.size) {
            begin(block, m_position, false);
            continue;
        }
        m_live.insert(*known);
        m_liveBytes += static_cast<std::int64_t>(block.size);
    }
    for (const auto& [address, allocation] : before) {
        const auto still = m_live.find(address);
        if (still == m_live.end() || still->second != allocation)
            m_allocations[allocation].freeEvent = m_position;
    }
}

std::uint32_t AllocationFollower::liveAt(std::uint64_t address) const
{
    if (const auto exact = m_live.find(address); exact != m_live.end())
        return exact->second;
    const auto place = m_state.heap().blockCovering(address);
    if (!place)
        return none;
    const auto covering = m_live.find(m_state.heap().block(*place).address);
    return covering == m_live.end() ? none : covering->second;
}

} // namespace tidemark
