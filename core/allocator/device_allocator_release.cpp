// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/device_allocator.h"

#include "core/allocator/release_prediction.h"

#include <algorithm>

namespace tidemark {

// synchronize_and_free_events
void DeviceAllocator::waitForFrees(const PrivatePool* only)
{
    ++m_stats.numSyncAllStreams;
    const auto finish = [this](Block& block) { finishFree(block); };
    m_delayed.recordDeferred(finish);
    m_delayed.waitForAll(only, finish);
}

// release_cached_blocks: the default pools are left alone while any pool has begun.
CacheRelease DeviceAllocator::emptyCache(PoolId pool)
{
    CacheRelease released;
    if (pool == PoolId() && !m_pools.anyHasBegun())
        released = releaseDefaultPools();
    released += releasePrivatePools(pool);
    return released;
}

bool DeviceAllocator::releaseSegment(std::uint64_t address)
{
    const auto isIn = [&](PoolPair& pools) {
        return m_cache.release(pools.large, address) || m_cache.release(pools.small, address);
    };
    if (isIn(m_cache.defaultPools()))
        return true;
    const auto& all = m_pools.all();
    return std::any_of(all.begin(), all.end(), [&](const auto& pool) { return isIn(pool->pools); });
}

CacheRelease DeviceAllocator::releaseDefaultPools()
{
    waitForFrees(nullptr);
    CacheRelease released = m_cache.release(m_cache.defaultPools().large);
    released += m_cache.release(m_cache.defaultPools().small);
    return released;
}

CacheRelease DeviceAllocator::releasePrivatePools(PoolId only)
{
    CacheRelease released;
    std::vector<PrivatePool*> freeable;
    for (const auto& pool : m_pools.all())
        if (pool->isReleased() && (only == PoolId() || pool->id == only))
            freeable.push_back(pool.get());
    for (PrivatePool* const pool : freeable) {
        if (only != PoolId() && !m_pools.anyHasBegun())
            waitForFrees(pool);
        released += m_cache.release(pool->pools.small);
        released += m_cache.release(pool->pools.large);
        if (pool->reserved > 0)
            continue;
        m_cache.dropUnused(pool->pools);
        m_pools.erase(*pool);
    }
    return released;
}

CacheRelease DeviceAllocator::predictEmptyCache() const
{
    const bool syncs = !m_pools.anyHasBegun();
    ReleasePrediction prediction(syncs);
    if (syncs) {
        prediction.add(m_cache.defaultPools().large);
        prediction.add(m_cache.defaultPools().small);
    }
    for (const auto& pool : m_pools.all()) {
        if (!pool->isReleased())
            continue;
        prediction.add(pool->pools.large);
        prediction.add(pool->pools.small);
    }
    if (syncs) {
        auto waiting = m_delayed.waitingBlocks();
        std::erase_if(waiting,
            [](const Block* block) { return block->pool->owner() && !block->pool->owner()->isReleased(); });
        prediction.add(waiting);
    }
    return prediction.result();
}

std::vector<AllocatorSegment> DeviceAllocator::snapshot() const
{
    std::vector<AllocatorSegment> segments;
    for (const Block* block : m_store.mappedHeads()) {
        AllocatorSegment segment;
        segment.address = block->address;
        segment.stream = block->stream;
        segment.isLarge = !block->pool->isSmall();
        segment.isExpandable = block->expandable != nullptr;
        segment.pool = idOf(*block->pool);
        for (; block && block->isMapped; block = block->next) {
            segment.totalSize += block->size;
            segment.blocks.push_back({.address = block->address,
                .size = block->size,
                .requestedSize = block->requestedSize,
                .isAllocated = block->isAllocated,
                .isActive = block->isActive()});
        }
        segments.push_back(std::move(segment));
    }
    return segments;
}

} // namespace tidemark
