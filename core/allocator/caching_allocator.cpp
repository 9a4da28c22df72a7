// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/caching_allocator.h"

#include "core/allocator/device_allocator.h"
#include "core/allocator/size_rules.h"

namespace tidemark {

CachingAllocator::CachingAllocator(DeviceMemory& memory, const AllocatorSettings& settings,
    AllocatorEventSink* sink, const PolicyVersion& version)
    : m_device(std::make_unique<DeviceAllocator>(memory, version.heard(settings), sink))
{ }

CachingAllocator::~CachingAllocator() = default;

void CachingAllocator::setMemoryLimit(std::uint64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_device->setLimit(bytes > 0 ? std::optional(bytes) : std::nullopt);
}

tl::expected<std::uint64_t, OutOfMemory> CachingAllocator::allocate(std::uint64_t size, StreamHandle stream)
{
    if (size == 0)
        return 0;
    if (size >= size_rules::refusalLimit)
        return tl::unexpected(OutOfMemory{.requested = size});
    const std::lock_guard lock(m_mutex);
    return m_device->allocate(size, stream);
}

void CachingAllocator::free(std::uint64_t address)
{
    if (address == 0)
        return;
    const std::lock_guard lock(m_mutex);
    m_device->free(address);
}

void CachingAllocator::recordStream(std::uint64_t address, StreamHandle stream)
{
    if (address == 0)
        return;
    const std::lock_guard lock(m_mutex);
    m_device->recordStream(address, stream);
}

CacheRelease CachingAllocator::emptyCache(PoolId)
{
    const std::lock_guard lock(m_mutex);
    return m_device->emptyCache();
}

CacheRelease CachingAllocator::predictEmptyCache() const
{
    const std::lock_guard lock(m_mutex);
    return m_device->predictEmptyCache();
}

MemoryStats CachingAllocator::stats() const
{
    const std::lock_guard lock(m_mutex);
    return m_device->stats();
}

void CachingAllocator::resetPeakStats()
{
    const std::lock_guard lock(m_mutex);
    m_device->stats().resetPeak();
}

void CachingAllocator::resetAccumulatedStats()
{
    const std::lock_guard lock(m_mutex);
    m_device->stats().resetAccumulated();
}

std::vector<AllocatorSegment> CachingAllocator::snapshot() const
{
    const std::lock_guard lock(m_mutex);
    return m_device->snapshot();
}

} // namespace tidemark
