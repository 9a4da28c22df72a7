// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/files/allocation_peak.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>

namespace {

std::atomic<std::size_t> now = 0;
std::atomic<std::size_t> peak = 0;
std::atomic<std::size_t> start = 0;

void* take(std::size_t size)
{
    void* memory = std::malloc(std::max<std::size_t>(size, 1));
    if (memory == nullptr)
        throw std::bad_alloc();
    const std::size_t current = now += malloc_usable_size(memory);
    std::size_t known = peak;
    while (known < current && !peak.compare_exchange_weak(known, current)) { }
    return memory;
}

void give(void* memory)
{
    if (memory != nullptr)
        now -= malloc_usable_size(memory);
    std::free(memory);
}

} // namespace

void* operator new(std::size_t size)
{
    return take(size);
}

void* operator new[](std::size_t size)
{
    return take(size);
}

// The library's own would not come through ours under a sanitizer, but be given back through it.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    return take(size);
}

void* operator new[](std::size_t size, const std::nothrow_t&) noexcept
{
    return take(size);
}

void operator delete(void* memory) noexcept
{
    give(memory);
}

void operator delete[](void* memory) noexcept
{
    give(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    give(memory);
}

void operator delete[](void* memory, std::size_t) noexcept
{
    give(memory);
}

namespace tidemark::tests {

void resetAllocationPeak()
{
    start = now.load();
    peak = now.load();
}

std::size_t allocationPeak()
{
    return peak - start;
}

} // namespace tidemark::tests
