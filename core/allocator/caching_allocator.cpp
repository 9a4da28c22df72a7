// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/caching_allocator.h"

#include "core/allocator/device_allocator.h"
#include "core/allocator/size_rules.h"

namespace tidemark {

CachingAllocator::CachingAllocator(DeviceMemory& memory, const AllocatorSettings& settings,
    AllocatorEventSink* sink, const PolicyVersion& version)
    : m_device(std::make_unique<DeviceAllocator>(memory, settings, sink, version))
{ }

CachingAllocator::~CachingAllocator() = default;

void CachingAllocator::setSettings(const AllocatorSettings& settings)
{
    const std::lock_guard lock(m_mutex);
    m_device->setSettings(settings);
}

void CachingAllocator::setMemoryFraction(double fraction)
{
    const std::lock_guard lock(m_mutex);
    m_device->setMemoryFraction(fraction);
}

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

CacheRelease CachingAllocator::emptyCache(PoolId pool)
{
    const std::lock_guard lock(m_mutex);
    return m_device->emptyCache(pool);
}

CacheRelease CachingAllocator::predictEmptyCache() const
{
    const std::lock_guard lock(m_mutex);
    return m_device->predictEmptyCache();
}

PoolId CachingAllocator::createPool()
{
    const std::lock_guard lock(m_mutex);
    const PoolId pool = m_device->pools().newId();
    m_device->pools().use(pool, nullptr);
    return pool;
}

void CachingAllocator::createOrIncrefPool(PoolId pool, DeviceMemory* ownMemory)
{
    const std::lock_guard lock(m_mutex);
    m_device->pools().use(pool, ownMemory);
}

void CachingAllocator::beginAllocateToPool(PoolId pool, StreamFilter filter)
{
    const std::lock_guard lock(m_mutex);
    m_device->pools().use(pool, nullptr);
    m_device->pools().begin(pool, std::move(filter));
}

void CachingAllocator::endAllocateToPool(PoolId pool)
{
    const std::lock_guard lock(m_mutex);
    m_device->pools().end(pool);
}

void CachingAllocator::releasePool(PoolId pool)
{
    const std::lock_guard lock(m_mutex);
    m_device->pools().release(pool);
}

std::int64_t CachingAllocator::poolUseCount(PoolId pool) const
{
    const std::lock_guard lock(m_mutex);
    const PrivatePool* const found = std::as_const(*m_device).pools().find(pool);
    return found ? found->useCount : 0;
}

void CachingAllocator::setUseOnOom(PoolId pool, bool isUsed)
{
    const std::lock_guard lock(m_mutex);
    if (PrivatePool* const found = m_device->pools().find(pool))
        found->isUsedOnOom = isUsed;
}

void CachingAllocator::setNoSplit(PoolId pool)
{
    const std::lock_guard lock(m_mutex);
    if (PrivatePool* const found = m_device->pools().find(pool))
        found->isNeverSplit = true;
}

tl::expected<std::uint64_t, OutOfMemory> CachingAllocator::allocateFrom(
    PoolId pool, std::uint64_t size, StreamHandle stream, During during)
{
    if (size == 0)
        return 0;
    if (size >= size_rules::refusalLimit)
        return tl::unexpected(OutOfMemory{.requested = size});
    const std::lock_guard lock(m_mutex);
    return m_device->allocateFrom(pool, size, stream, during == During::Capture);
}

bool CachingAllocator::completeFree(std::uint64_t address)
{
    const std::lock_guard lock(m_mutex);
    return m_device->completeFree(address);
}

bool CachingAllocator::releaseSegment(std::uint64_t address)
{
    const std::lock_guard lock(m_mutex);
    return m_device->releaseSegment(address);
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
