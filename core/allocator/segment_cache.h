// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_event.h"
#include "core/allocator/allocator_settings.h"
#include "core/allocator/allocator_state.h"
#include "core/allocator/block_store.h"
#include "core/allocator/device_memory.h"
#include "core/allocator/free_block_pool.h"
#include "core/allocator/memory_stats.h"
#include "core/allocator/size_rules.h"

#include <optional>
#include <vector>

namespace tidemark {

// One allocation on its way: PyTorch's AllocParams. Bytes.
struct BlockRequest {
    std::uint64_t requested = 0;
    std::uint64_t rounded = 0;
    std::uint64_t segmentSize = 0; // of the segment it would need
    StreamHandle stream = 0;
    FreeBlockPool* pool = nullptr;
};

// The reserved memory: gets segments from the device, keeps what is free in pools, and gives unsplit free
// segments back. Keeps the statistics of segments, reserved bytes and device calls, and emits the segment
// events. No lock.
class SegmentCache {
public:
    // Everything given must outlive the cache; `sink` may be null.
    SegmentCache(DeviceMemory& memory, const AllocatorSettings& settings, AllocatorEventSink* sink,
        MemoryStats& stats);
    ~SegmentCache();
    SegmentCache(const SegmentCache&) = delete;
    SegmentCache& operator=(const SegmentCache&) = delete;

    std::optional<std::uint64_t> limit() const { return m_limit; }
    void setLimit(std::optional<std::uint64_t> bytes) { m_limit = bytes; }

    FreeBlockPool& poolFor(std::uint64_t rounded) { return size_rules::isSmall(rounded) ? m_small : m_large; }

    // A free block that fits, out of its pool, or null: PyTorch's get_free_block.
    Block* takeFree(const BlockRequest& request);
    // A new segment, or null when the limit or the device does not allow it: PyTorch's alloc_block.
    Block* takeNew(const BlockRequest& request);

    // Cuts the front off a block that is in no pool; the rest goes into its pool.
    Block& splitFront(Block& block, std::uint64_t size);

    struct Merged {
        std::int64_t blocks = 0; // neighbours swallowed
        std::int64_t bytes = 0; // their size
    };
    // Puts a block into its pool, merged with its free neighbours.
    Merged putFree(Block& block);

    // What garbage_collection_threshold asks for; only with a limit.
    void collectGarbage();
    // Gives oversize blocks back until the request could fit (max_split_size):
    // release_available_cached_blocks.
    bool releaseOversize(const BlockRequest& request);
    // Gives every unsplit free block back, large ones first: release_cached_blocks.
    CacheRelease releaseAll();
    // What releaseAll() would give if `waiting` were free as well.
    CacheRelease predictReleaseAll(const std::vector<const Block*>& waiting) const;

    std::vector<const Block*> segments() const { return m_store.segments(); }

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

    bool countsAge() const { return m_limit && m_settings.garbageCollectionThreshold > 0; }
    std::uint64_t releaseOldest(Ages& ages);
    CacheRelease release(FreeBlockPool& pool);
    void release(Block& block);
    std::int64_t absorb(Block& block, Block* neighbour);

    DeviceMemory& m_memory;
    const AllocatorSettings& m_settings;
    AllocatorEventSink* m_sink;
    MemoryStats& m_stats;
    std::optional<std::uint64_t> m_limit;
    std::uint64_t m_reserved = 0;
    BlockStore m_store;
    FreeBlockPool m_large{false};
    FreeBlockPool m_small{true};
};

} // namespace tidemark
