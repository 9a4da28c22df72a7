// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/delayed_frees.h"
#include "core/allocator/out_of_memory.h"
#include "core/allocator/segment_cache.h"

#include <boost/unordered/unordered_flat_map.hpp>
#include <tl/expected.hpp>

namespace tidemark {

// What a CachingAllocator does under its lock: PyTorch's DeviceCachingAllocator. Parameters and results are
// those of CachingAllocator.
class DeviceAllocator {
public:
    DeviceAllocator(DeviceMemory& memory, const AllocatorSettings& settings, AllocatorEventSink* sink);

    void setLimit(std::optional<std::uint64_t> bytes) { m_cache.setLimit(bytes); }

    tl::expected<std::uint64_t, OutOfMemory> allocate(std::uint64_t size, StreamHandle stream);
    void free(std::uint64_t address);
    void recordStream(std::uint64_t address, StreamHandle stream);

    CacheRelease emptyCache();
    CacheRelease predictEmptyCache() const { return m_cache.predictReleaseAll(m_delayed.waitingBlocks()); }

    MemoryStats& stats() { return m_stats; }
    const MemoryStats& stats() const { return m_stats; }
    std::vector<AllocatorSegment> snapshot() const;

private:
    BlockRequest requestFor(std::uint64_t size, StreamHandle stream);
    Block* findBlock(const BlockRequest& request);
    Block& cutFor(const BlockRequest& request, Block& block);
    void hand(const BlockRequest& request, Block& block);
    OutOfMemory refuse(const BlockRequest& request);

    void completeFree(Block& block);
    CacheRelease waitAndReleaseAll();

    AllocatorSettings m_settings;
    DeviceMemory& m_memory;
    AllocatorEventSink* m_sink;
    MemoryStats m_stats;
    SegmentCache m_cache;
    DelayedFrees m_delayed;
    boost::unordered_flat_map<std::uint64_t, Block*> m_allocated; // by address
};

} // namespace tidemark
