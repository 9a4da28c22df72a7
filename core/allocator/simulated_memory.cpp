// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/simulated_memory.h"

#include <algorithm>
#include <cassert>

namespace tidemark {

namespace {

constexpr std::uint64_t segmentPage = 2 * 1024 * 1024;

constexpr std::uint64_t roundUp(std::uint64_t size, std::uint64_t quantum)
{
    return (size + quantum - 1) / quantum * quantum;
}

} // namespace

SimulatedMemory::SimulatedMemory(std::uint64_t capacity, Streams streams)
    : m_capacity(capacity)
    , m_streams(streams)
{ }

std::optional<std::uint64_t> SimulatedMemory::allocate(std::uint64_t size)
{
    if (!takeRoom(size))
        return std::nullopt;
    std::uint64_t address = 0;
    if (m_nextAddresses.empty()) {
        address = findPlace(size, segmentPage);
    } else {
        address = m_nextAddresses.front();
        m_nextAddresses.pop_front();
    }
    [[maybe_unused]] const bool isNew = m_segments.emplace(address, size).second;
    assert(isNew);
    return address;
}

void SimulatedMemory::release(std::uint64_t address, [[maybe_unused]] std::uint64_t size)
{
    const auto found = m_segments.find(address);
    assert(found != m_segments.end() && found->second == size);
    giveRoom(found->second);
    m_segments.erase(found);
}

std::optional<std::uint64_t> SimulatedMemory::reserve(std::uint64_t size, std::uint64_t page)
{
    const std::uint64_t address = m_nextReservation ? *m_nextReservation : findPlace(size, page);
    m_nextReservation.reset();
    if (!m_reservations.emplace(address, size).second)
        return std::nullopt; // only a place that was set can be taken
    return address;
}

void SimulatedMemory::unreserve(std::uint64_t address, [[maybe_unused]] std::uint64_t size)
{
    const auto found = m_reservations.find(address);
    assert(found != m_reservations.end() && found->second == size);
    m_reservations.erase(found);
}

bool SimulatedMemory::map(std::uint64_t, std::uint64_t size, std::uint64_t)
{
    return takeRoom(size);
}

void SimulatedMemory::unmap(std::uint64_t, std::uint64_t size, std::uint64_t)
{
    giveRoom(size);
}

bool SimulatedMemory::takeRoom(std::uint64_t size)
{
    if (m_failures > 0) {
        --m_failures;
        return false;
    }
    if (size > m_capacity - m_used)
        return false;
    m_used += size;
    return true;
}

void SimulatedMemory::giveRoom(std::uint64_t size)
{
    assert(size <= m_used);
    m_used -= size;
}

std::uint64_t SimulatedMemory::findPlace(std::uint64_t size, std::uint64_t page) const
{
    std::uint64_t place = base;
    while (const std::uint64_t end = endOfTaken(place, size))
        place = base + roundUp(end - base, page);
    return place;
}

// The end of something that lies in [place, place + size), or 0.
std::uint64_t SimulatedMemory::endOfTaken(std::uint64_t place, std::uint64_t size) const
{
    const auto after = m_segments.lower_bound(place + size);
    if (after != m_segments.begin()) {
        const auto& [address, taken] = *std::prev(after);
        if (address + taken > place)
            return address + taken;
    }
    for (const auto& [address, taken] : m_reservations)
        if (address < place + size && address + taken > place)
            return address + taken;
    return 0;
}

DeviceMemory::EventId SimulatedMemory::recordEvent(StreamHandle stream)
{
    ++m_lastEvent;
    if (m_streams == Streams::ByHand)
        m_pending.emplace(m_lastEvent, stream);
    return m_lastEvent;
}

bool SimulatedMemory::isDone(EventId event)
{
    const auto found = m_pending.find(event);
    if (found == m_pending.end())
        return true;
    const auto done = m_done.find(found->second);
    if (done == m_done.end() || done->second < event)
        return false;
    m_pending.erase(found);
    return true;
}

// A stream does its work in order, so whatever came before on it is done too.
void SimulatedMemory::wait(EventId event)
{
    const auto found = m_pending.find(event);
    if (found == m_pending.end())
        return;
    EventId& done = m_done[found->second];
    done = std::max(done, event);
    m_pending.erase(found);
}

void SimulatedMemory::finish(StreamHandle stream)
{
    m_done[stream] = m_lastEvent;
}

} // namespace tidemark
