// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/allocator/checked_memory.h"

namespace tidemark::tests {

std::optional<std::uint64_t> CheckedMemory::allocate(std::uint64_t size)
{
    check(size > 0 && size % 1048576 == 0, "a segment is whole MiB", size);
    const auto address = m_memory.allocate(size);
    if (address) {
        m_segments[*address] = size;
        m_places.segments.push_back(*address);
    }
    return address;
}

void CheckedMemory::release(std::uint64_t address, std::uint64_t size)
{
    const auto found = m_segments.find(address);
    check(found != m_segments.end() && found->second == size, "only whole segments go back", address);
    m_segments.erase(address);
    m_memory.release(address, size);
}

std::optional<std::uint64_t> CheckedMemory::reserve(std::uint64_t size, std::uint64_t page)
{
    check(page > 0 && size > 0 && size % page == 0, "a reservation is whole pages", size);
    const auto address = m_memory.reserve(size, page);
    if (address) {
        m_reservations[*address] = {size, page};
        m_places.reservations.push_back(*address);
    }
    return address;
}

void CheckedMemory::unreserve(std::uint64_t address, std::uint64_t size)
{
    const auto found = m_reservations.find(address);
    check(found != m_reservations.end() && found->second.size == size, "only whole reservations go back",
        address);
    const auto page = m_pages.lower_bound(address);
    check(page == m_pages.end() || page->first >= address + size, "a reservation goes back without pages",
        address);
    m_reservations.erase(address);
    m_memory.unreserve(address, size);
}

bool CheckedMemory::map(std::uint64_t address, std::uint64_t size, std::uint64_t page)
{
    check(isInReservation(address, size, page), "only whole pages of a reservation are mapped", address);
    if (!m_memory.map(address, size, page))
        return false;
    for (std::uint64_t at = address; at < address + size; at += page)
        check(m_pages.emplace(at, page).second, "a page is mapped twice", at);
    return true;
}

void CheckedMemory::unmap(std::uint64_t address, std::uint64_t size, std::uint64_t page)
{
    check(isInReservation(address, size, page), "only whole pages of a reservation are unmapped", address);
    for (std::uint64_t at = address; at < address + size; at += page)
        check(m_pages.erase(at) == 1, "what is unmapped was mapped", at);
    m_memory.unmap(address, size, page);
}

std::uint64_t CheckedMemory::held() const
{
    std::uint64_t bytes = 0;
    for (const auto& [address, size] : m_segments)
        bytes += size;
    for (const auto& [address, size] : m_pages)
        bytes += size;
    return bytes;
}

std::set<std::uint64_t> CheckedMemory::reservationStarts() const
{
    std::set<std::uint64_t> starts;
    for (const auto& [address, reservation] : m_reservations)
        starts.insert(address);
    return starts;
}

void CheckedMemory::check(bool isRight, const char* what, std::uint64_t address)
{
    if (!isRight && m_fault.isEmpty())
        m_fault = QStringLiteral("%1: 0x%2").arg(QLatin1String(what)).arg(address, 0, 16);
}

bool CheckedMemory::isInReservation(std::uint64_t address, std::uint64_t size, std::uint64_t page) const
{
    const auto after = m_reservations.upper_bound(address);
    if (after == m_reservations.begin() || size == 0)
        return false;
    const auto& [start, reservation] = *std::prev(after);
    return reservation.page == page && (address - start) % page == 0 && size % page == 0
        && address + size <= start + reservation.size;
}

} // namespace tidemark::tests
