// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/simulated_memory.h"

#include <boost/unordered/unordered_flat_map.hpp>
#include <cassert>

namespace tidemark {

namespace {

constexpr std::uint64_t page = 2 * 1024 * 1024;

constexpr std::uint64_t toPages(std::uint64_t size)
{
    return (size + page - 1) / page * page;
}

} // namespace

SimulatedMemory::SimulatedMemory(std::uint64_t capacity, Streams streams)
    : m_capacity(capacity)
    , m_streams(streams)
{ }

std::optional<std::uint64_t> SimulatedMemory::allocate(std::uint64_t size)
{
    if (size > m_capacity - m_used)
        return std::nullopt;
    std::uint64_t address = 0;
    if (m_nextAddresses.empty()) {
        address = findPlace(size);
    } else {
        address = m_nextAddresses.front();
        m_nextAddresses.pop_front();
    }
    [[maybe_unused]] const bool isNew = m_taken.emplace(address, size).second;
    assert(isNew);
    m_used += size;
    return address;
}

std::uint64_t SimulatedMemory::findPlace(std::uint64_t size) const
{
    std::uint64_t place = base;
    for (const auto& [address, taken] : m_taken) {
        if (address >= place && address - place >= size)
            break;
        place = std::max(place, address + toPages(taken));
    }
    return place;
}

void SimulatedMemory::release(std::uint64_t address, [[maybe_unused]] std::uint64_t size)
{
    const auto found = m_taken.find(address);
    assert(found != m_taken.end() && found->second == size);
    m_used -= found->second;
    m_taken.erase(found);
}

DeviceMemory::EventId SimulatedMemory::recordEvent(StreamHandle stream)
{
    ++m_lastEvent;
    if (m_streams == Streams::ByHand)
        m_pending.emplace(m_lastEvent, stream);
    return m_lastEvent;
}

// A stream does its work in order, so whatever came before on it is done too.
void SimulatedMemory::wait(EventId event)
{
    const auto found = m_pending.find(event);
    if (found == m_pending.end())
        return;
    const StreamHandle stream = found->second;
    boost::unordered::erase_if(
        m_pending, [&](const auto& pending) { return pending.second == stream && pending.first <= event; });
}

void SimulatedMemory::finish(StreamHandle stream)
{
    boost::unordered::erase_if(m_pending, [&](const auto& pending) { return pending.second == stream; });
}

} // namespace tidemark
