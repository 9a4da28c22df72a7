// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/host_memory.h"

#include <cassert>
#include <cstddef>
#include <limits>
#include <sys/mman.h>
#include <unistd.h>

namespace tidemark {

namespace {

std::uint64_t pages(int name)
{
    const long count = sysconf(name);
    const long size = sysconf(_SC_PAGESIZE);
    return count > 0 && size > 0 ? static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(size) : 0;
}

} // namespace

HostMemory::HostMemory(std::uint64_t capacity)
    : m_capacity(capacity)
{ }

std::optional<std::uint64_t> HostMemory::allocate(std::uint64_t size)
{
    const std::uint64_t limit = m_capacity > 0 ? m_capacity : std::numeric_limits<std::uint64_t>::max();
    std::uint64_t used = m_used.load(std::memory_order_relaxed);
    do {
        if (size > limit - used)
            return std::nullopt;
    } while (!m_used.compare_exchange_weak(used, used + size, std::memory_order_relaxed));
    void* const memory =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        m_used.fetch_sub(size, std::memory_order_relaxed);
        return std::nullopt;
    }
    return reinterpret_cast<std::uint64_t>(memory);
}

void HostMemory::release(std::uint64_t address, std::uint64_t size)
{
    [[maybe_unused]] const int failed = munmap(reinterpret_cast<void*>(address), size);
    assert(failed == 0);
    m_used.fetch_sub(size, std::memory_order_relaxed);
}

DeviceMemory::Room HostMemory::room() const
{
    if (m_capacity > 0)
        return {m_capacity, m_capacity - m_used.load(std::memory_order_relaxed)};
    return {pages(_SC_PHYS_PAGES), pages(_SC_AVPHYS_PAGES)};
}

} // namespace tidemark
