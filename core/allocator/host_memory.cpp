// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/host_memory.h"

#include "core/base/bytes.h"

#include <cassert>
#include <cstddef>
#include <fstream>
#include <limits>
#include <string>
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

constexpr int mappingKind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

std::optional<std::uint64_t> newMapping(std::uint64_t size, int protection)
{
    void* const memory = mmap(nullptr, size, protection, mappingKind, -1, 0);
    if (memory == MAP_FAILED)
        return std::nullopt;
    return reinterpret_cast<std::uint64_t>(memory);
}

void dropMapping(std::uint64_t address, std::uint64_t size)
{
    [[maybe_unused]] const int failed = munmap(reinterpret_cast<void*>(address), size);
    assert(failed == 0);
}

// What can be had without swapping: free pages, and the caches that the system would give up.
std::uint64_t availableBytes()
{
    std::ifstream file("/proc/meminfo");
    for (std::string name; file >> name;) {
        std::uint64_t kibibytes = 0;
        if (name == "MemAvailable:" && file >> kibibytes)
            return kibibytes * kibibyte;
        file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return pages(_SC_AVPHYS_PAGES);
}

} // namespace

HostMemory::HostMemory(std::uint64_t capacity)
    : m_capacity(capacity)
{ }

std::optional<std::uint64_t> HostMemory::allocate(std::uint64_t size)
{
    if (!takeRoom(size))
        return std::nullopt;
    const auto address = newMapping(size, PROT_READ | PROT_WRITE);
    if (!address)
        giveRoom(size);
    return address;
}

void HostMemory::release(std::uint64_t address, std::uint64_t size)
{
    dropMapping(address, size);
    giveRoom(size);
}

std::optional<std::uint64_t> HostMemory::reserve(std::uint64_t size, std::uint64_t)
{
    return newMapping(size, PROT_NONE);
}

void HostMemory::unreserve(std::uint64_t address, std::uint64_t size)
{
    dropMapping(address, size);
}

bool HostMemory::map(std::uint64_t address, std::uint64_t size, std::uint64_t)
{
    if (!takeRoom(size))
        return false;
    if (mprotect(reinterpret_cast<void*>(address), size, PROT_READ | PROT_WRITE) == 0)
        return true;
    giveRoom(size);
    return false;
}

// Fresh empty pages in the place of the old ones: the system takes those back at once, and the addresses stay
// ours. Where it has no mapping left for that, it takes the pages back all the same.
void HostMemory::unmap(std::uint64_t address, std::uint64_t size, std::uint64_t)
{
    void* const place = reinterpret_cast<void*>(address);
    if (mmap(place, size, PROT_NONE, mappingKind | MAP_FIXED, -1, 0) == MAP_FAILED)
        madvise(place, size, MADV_DONTNEED);
    giveRoom(size);
}

bool HostMemory::takeRoom(std::uint64_t size)
{
    const std::uint64_t limit = m_capacity > 0 ? m_capacity : std::numeric_limits<std::uint64_t>::max();
    std::uint64_t used = m_used.load(std::memory_order_relaxed);
    do {
        if (size > limit - used)
            return false;
    } while (!m_used.compare_exchange_weak(used, used + size, std::memory_order_relaxed));
    return true;
}

void HostMemory::giveRoom(std::uint64_t size)
{
    m_used.fetch_sub(size, std::memory_order_relaxed);
}

DeviceMemory::Room HostMemory::room() const
{
    if (m_capacity > 0)
        return {m_capacity, m_capacity - m_used.load(std::memory_order_relaxed)};
    return {pages(_SC_PHYS_PAGES), availableBytes()};
}

} // namespace tidemark
