// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/expandable_segments.h"
#include "core/allocator/out_of_memory.h"
#include "core/allocator/policy_version.h"

#include <vector>

namespace tidemark {

// The reserved memory: gets segments from the device, keeps what is free in pools, and gives it back. Which
// pool a request is for, and when what is tried, is the caller's business. No lock.
class SegmentCache {
public:
    // Everything given must outlive the cache.
    SegmentCache(DeviceMemory& memory, const AllocatorSettings& settings, const PolicyVersion& version,
        BlockStore& store, ReservedBooks& books);
    ~SegmentCache();
    SegmentCache(const SegmentCache&) = delete;
    SegmentCache& operator=(const SegmentCache&) = delete;

    PoolPair& defaultPools() { return m_defaultPools; }
    const PoolPair& defaultPools() const { return m_defaultPools; }

    // A free block that fits, out of its pool, or null: PyTorch's get_free_block.
    Block* takeFree(const BlockRequest& request);
    // New memory, or null when the limit or the device does not allow it: PyTorch's alloc_block.
    Block* takeNew(const BlockRequest& request);
    // Why the last takeNew() or releaseOversize() had nothing.
    OutOfMemory::Reason refusal() const { return m_refusal; }

    // Cuts the front off a block that is in no pool; the rest goes into its pool.
    Block& splitFront(Block& block, std::uint64_t size);
    // Puts a block into its pool, merged with its free neighbours.
    BlockStore::Merged putFree(Block& block);

    // What garbage_collection_threshold asks for; only with a limit.
    void collectGarbage();
    // Gives oversize blocks back until the request could fit (max_split_size):
    // release_available_cached_blocks.
    bool releaseOversize(const BlockRequest& request);
    // Gives every unsplit free block back, then every whole free page of expandable segments: release_blocks.
    CacheRelease release(FreeBlockPool& pool);
    // Gives the unsplit free block at this address back; false when the pool has none there.
    bool release(FreeBlockPool& pool, std::uint64_t address);
    // After that, what else a private pool without memory still holds.
    void dropUnused(PoolPair& pools);

private:
    // Of the blocks that garbage collection may take.
    struct Ages {
        double total = 0;
        std::int64_t count = 0;

        void add(std::uint64_t age)
        {
            total += static_cast<double>(age);
            ++count;
        }
        void remove(std::uint64_t age)
        {
            total -= static_cast<double>(age);
            --count;
        }
    };

    DeviceMemory& memoryOf(const FreeBlockPool& pool) const;
    static bool isFor(const BlockRequest& request, FreeBlockPool::Iterator at)
    {
        return at != request.pool->end() && at->stream == request.stream;
    }
    static FreeBlockPool::Iterator firstPlain(const BlockRequest& request, FreeBlockPool::Iterator at);
    static FreeBlockPool::Iterator leastGrowable(const BlockRequest& request, FreeBlockPool::Iterator at);
    bool isClose(const Block& block, const BlockRequest& request) const;
    bool countsAge() const { return m_books.limit() && m_settings.garbageCollectionThreshold > 0; }
    std::uint64_t releaseOldest(Ages& ages);
    bool releaseLargest(const BlockRequest& request, FreeBlockPool::Iterator end, std::uint64_t wanted);
    bool isSkipped(const Block& block) const;
    bool tryRelease(Block& block);
    void release(Block& block);

    DeviceMemory& m_memory;
    const AllocatorSettings& m_settings;
    const PolicyVersion& m_version;
    BlockStore& m_store;
    ReservedBooks& m_books;
    OutOfMemory::Reason m_refusal = OutOfMemory::Reason::Device;
    PoolPair m_defaultPools;
    ExpandableSegments m_expandable;
};

} // namespace tidemark
