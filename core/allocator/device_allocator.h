// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/delayed_frees.h"
#include "core/allocator/out_of_memory.h"
#include "core/allocator/private_pools.h"
#include "core/allocator/segment_cache.h"

#include <boost/unordered/unordered_flat_map.hpp>
#include <tl/expected.hpp>

namespace tidemark {

// What a CachingAllocator does under its lock: PyTorch's DeviceCachingAllocator. Parameters and results are
// those of CachingAllocator.
class DeviceAllocator {
public:
    DeviceAllocator(DeviceMemory& memory, const AllocatorSettings& settings, AllocatorEventSink* sink,
        const PolicyVersion& version);

    void setSettings(const AllocatorSettings& settings) { m_settings = m_version.heard(settings); }
    void setLimit(std::optional<std::uint64_t> bytes) { m_books.setLimit(bytes); }
    void setMemoryFraction(double fraction);

    tl::expected<std::uint64_t, OutOfMemory> allocate(std::uint64_t size, StreamHandle stream);
    tl::expected<std::uint64_t, OutOfMemory> allocateFrom(
        PoolId pool, std::uint64_t size, StreamHandle stream, bool isCapturing);
    void free(std::uint64_t address);
    bool completeFree(std::uint64_t address);
    bool releaseSegment(std::uint64_t address);
    void recordStream(std::uint64_t address, StreamHandle stream);

    CacheRelease emptyCache(PoolId pool);
    CacheRelease predictEmptyCache() const;

    // The pools, but for what their memory does.
    PrivatePools& pools() { return m_pools; }
    const PrivatePools& pools() const { return m_pools; }

    MemoryStats& stats() { return m_stats; }
    const MemoryStats& stats() const { return m_stats; }
    std::vector<AllocatorSegment> snapshot() const;

private:
    BlockRequest requestFor(std::uint64_t size, StreamHandle stream, PoolPair& pools) const;
    PoolPair& poolsFor(StreamHandle stream);
    PoolPair& poolsOf(PoolId pool);
    tl::expected<std::uint64_t, OutOfMemory> serve(
        std::uint64_t size, StreamHandle stream, PoolPair& pools, bool isCapturing);
    Block* findMemory(BlockRequest& request, bool isCapturing);
    Block* retry(const BlockRequest& request);
    Block* borrow(BlockRequest& request);
    bool isCut(const BlockRequest& request, const Block& block) const;
    Block& cutFor(const BlockRequest& request, Block& block);
    void hand(const BlockRequest& request, Block& block);
    OutOfMemory refuse(const BlockRequest& request);

    void emit(Action action, const Block& block, std::uint64_t size)
    {
        if (m_sink)
            m_sink->onEvent({action, block.address, size, block.stream, idOf(*block.pool), block.size});
    }
    // process_events
    void lookAtPendingFrees()
    {
        if (!m_delayed.isEmpty())
            finishDoneFrees();
    }
    void finishDoneFrees();
    void finishFree(Block& block);
    void waitForFrees(const PrivatePool* only);
    CacheRelease releaseDefaultPools();
    CacheRelease releasePrivatePools(PoolId only);

    PolicyVersion m_version;
    AllocatorSettings m_settings;
    DeviceMemory& m_memory;
    AllocatorEventSink* m_sink;
    MemoryStats m_stats;
    ReservedBooks m_books;
    BlockStore m_store; // outlives the pools, which link its blocks
    PrivatePools m_pools; // outlive the cache, which returns their memory
    SegmentCache m_cache;
    DelayedFrees m_delayed;
    boost::unordered_flat_map<std::uint64_t, Block*> m_allocated; // by address
};

} // namespace tidemark
