// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/replay_memory.h"

namespace tidemark {

void ReplayMemory::beginCall()
{
    m_expected.clear();
    m_expectsMap = false;
    failNext(0);
}

void ReplayMemory::expectMap(std::uint64_t address, std::uint64_t size)
{
    if (!m_expectsMap && isFree({address, size}))
        setNextReservation(address);
    m_expectsMap = true;
}

std::optional<std::uint64_t> ReplayMemory::allocate(std::uint64_t size)
{
    if (!m_expected.empty() && m_expected.front().size == size && isFree(m_expected.front()))
        setNextAddress(m_expected.front().address);
    const auto address = SimulatedMemory::allocate(size);
    clearNextAddresses();
    if (!address)
        return address;
    if (!m_expected.empty())
        m_expected.pop_front();
    m_taken.emplace(*address, size);
    return address;
}

void ReplayMemory::release(std::uint64_t address, std::uint64_t size)
{
    m_taken.erase(address);
    SimulatedMemory::release(address, size);
}

bool ReplayMemory::map(std::uint64_t address, std::uint64_t size, std::uint64_t page)
{
    if (!isFree({address, size}) || !SimulatedMemory::map(address, size, page))
        return false;
    for (std::uint64_t at = address; at < address + size; at += page)
        m_taken.emplace(at, page);
    return true;
}

void ReplayMemory::unmap(std::uint64_t address, std::uint64_t size, std::uint64_t page)
{
    m_taken.erase(m_taken.lower_bound(address), m_taken.lower_bound(address + size));
    SimulatedMemory::unmap(address, size, page);
}

bool ReplayMemory::isFree(const Range& range) const
{
    const auto behind = m_taken.lower_bound(range.address);
    if (behind != m_taken.end() && behind->first < range.address + range.size)
        return false;
    return behind == m_taken.begin() || std::prev(behind)->first + std::prev(behind)->second <= range.address;
}

} // namespace tidemark
