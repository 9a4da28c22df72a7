// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/segment_cache.h"

#include <algorithm>
#include <cassert>

namespace tidemark {

namespace {

// The first blocks of the segments that these blocks lie in, each once.
std::vector<const Block*> headsOf(std::vector<const Block*> blocks)
{
    for (const Block*& block : blocks)
        while (block->prev)
            block = block->prev;
    std::sort(blocks.begin(), blocks.end());
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    return blocks;
}

// The size of the segment; 0 when a block of it is allocated.
std::uint64_t sizeWithoutLive(const Block* head)
{
    std::uint64_t size = 0;
    for (const Block* block = head; block; block = block->next) {
        if (block->isAllocated)
            return 0;
        size += block->size;
    }
    return size;
}

} // namespace

SegmentCache::SegmentCache(
    DeviceMemory& memory, const AllocatorSettings& settings, AllocatorEventSink* sink, MemoryStats& stats)
    : m_memory(memory)
    , m_settings(settings)
    , m_sink(sink)
    , m_stats(stats)
{ }

SegmentCache::~SegmentCache()
{
    for (const Block* head : m_store.segments()) {
        std::uint64_t size = 0;
        for (const Block* block = head; block; block = block->next)
            size += block->size;
        m_memory.release(head->address, size);
    }
}

Block* SegmentCache::takeFree(const BlockRequest& request)
{
    if (countsAge())
        request.pool->countSearch();
    Block* const block = request.pool->bestFit(request.stream, request.rounded);
    if (!block)
        return nullptr;
    // Oversize blocks are kept for oversize requests, and for those only when little is left over.
    const bool isOversizeRequest = request.rounded >= m_settings.maxSplitSize;
    if (!isOversizeRequest && block->size >= m_settings.maxSplitSize)
        return nullptr;
    if (isOversizeRequest && block->size - request.rounded >= m_settings.maxNonSplitRounding)
        return nullptr;
    request.pool->erase(*block);
    return block;
}

Block* SegmentCache::takeNew(const BlockRequest& request)
{
    const std::uint64_t size = request.segmentSize;
    if (m_limit && (m_reserved > *m_limit || size > *m_limit - m_reserved))
        return nullptr;
    const auto address = m_memory.allocate(size);
    if (!address)
        return nullptr;
    m_reserved += size;
    m_stats.increase(StatKind::Segment, request.pool->isSmall(), 1);
    m_stats.increase(StatKind::ReservedBytes, request.pool->isSmall(), static_cast<std::int64_t>(size));
    if (size >= m_settings.maxSplitSize)
        m_stats.oversizeSegments.increase(1);
    ++m_stats.numDeviceAlloc;
    emitEvent(m_sink, {Action::SegmentAlloc, *address, size, request.stream});
    return &m_store.create(*address, size, request.stream, request.pool);
}

Block& SegmentCache::splitFront(Block& block, std::uint64_t size)
{
    Block& front = m_store.splitFront(block, size);
    block.pool->insert(block);
    return front;
}

SegmentCache::Merged SegmentCache::putFree(Block& block)
{
    Merged merged;
    for (Block* const neighbour : {block.prev, block.next}) {
        const std::int64_t bytes = absorb(block, neighbour);
        merged.bytes += bytes;
        merged.blocks += bytes > 0 ? 1 : 0;
    }
    block.pool->insert(block);
    return merged;
}

std::int64_t SegmentCache::absorb(Block& block, Block* neighbour)
{
    if (!neighbour || neighbour->isActive())
        return 0;
    const auto bytes = static_cast<std::int64_t>(neighbour->size);
    neighbour->pool->erase(*neighbour);
    m_store.absorb(block, *neighbour);
    return bytes;
}

void SegmentCache::collectGarbage()
{
    if (!countsAge())
        return;
    const auto threshold =
        static_cast<std::uint64_t>(m_settings.garbageCollectionThreshold * static_cast<double>(*m_limit));
    if (m_reserved <= threshold)
        return;
    const std::uint64_t target = m_reserved - threshold;
    Ages ages;
    for (const Block& block : m_large)
        if (!block.isSplit())
            ages.add(m_large.ageOf(block));
    std::uint64_t reclaimed = 0;
    while (reclaimed < target && ages.count > 0) {
        const std::uint64_t released = releaseOldest(ages);
        if (released == 0)
            break;
        reclaimed += released;
    }
}

// One round: whatever is at least as old as the average, never cut short at the target.
std::uint64_t SegmentCache::releaseOldest(Ages& ages)
{
    const double minAge = ages.total / static_cast<double>(ages.count);
    std::uint64_t released = 0;
    for (auto at = m_large.begin(); at != m_large.end();) {
        Block& block = *at++;
        const std::uint64_t age = m_large.ageOf(block);
        if (block.isSplit() || static_cast<double>(age) < minAge)
            continue;
        released += block.size;
        ages.remove(age);
        release(block);
    }
    return released;
}

bool SegmentCache::releaseOversize(const BlockRequest& request)
{
    if (m_settings.maxSplitSize == AllocatorSettings::unlimited)
        return false;
    FreeBlockPool& pool = *request.pool;
    const std::uint64_t wanted = std::max(request.rounded, m_settings.maxSplitSize);
    auto at = pool.lowerBound(request.stream, wanted);
    if (at != pool.end() && at->stream == request.stream) {
        release(*at);
        return true;
    }
    // No single block will do: the largest of this stream go first. They stay released even when all of them
    // are not enough.
    std::uint64_t released = 0;
    while (released < wanted && at != pool.begin()) {
        --at;
        if (at->stream != request.stream || at->size < m_settings.maxSplitSize)
            break;
        Block& block = *at++;
        released += block.size;
        release(block);
    }
    return released >= wanted;
}

CacheRelease SegmentCache::releaseAll()
{
    const CacheRelease large = release(m_large);
    const CacheRelease small = release(m_small);
    return {large.bytes + small.bytes, large.segments + small.segments};
}

CacheRelease SegmentCache::release(FreeBlockPool& pool)
{
    CacheRelease released;
    for (auto at = pool.begin(); at != pool.end();) {
        Block& block = *at++;
        if (block.isSplit())
            continue;
        released.bytes += block.size;
        ++released.segments;
        release(block);
    }
    return released;
}

void SegmentCache::release(Block& block)
{
    assert(block.isFree() && !block.isSplit());
    ++m_stats.numDeviceFree;
    emitEvent(m_sink, {Action::SegmentFree, block.address, block.size, block.stream});
    m_memory.release(block.address, block.size);
    m_reserved -= block.size;
    m_stats.decrease(StatKind::Segment, block.pool->isSmall(), 1);
    m_stats.decrease(StatKind::ReservedBytes, block.pool->isSmall(), static_cast<std::int64_t>(block.size));
    if (block.size >= m_settings.maxSplitSize)
        m_stats.oversizeSegments.decrease(1);
    block.pool->erase(block);
    m_store.destroy(block);
}

CacheRelease SegmentCache::predictReleaseAll(const std::vector<const Block*>& waiting) const
{
    CacheRelease result;
    for (const FreeBlockPool* pool : {&m_large, &m_small}) {
        for (const Block& block : *pool) {
            if (block.isSplit())
                continue;
            result.bytes += block.size;
            ++result.segments;
        }
    }
    for (const Block* head : headsOf(waiting)) {
        const std::uint64_t size = sizeWithoutLive(head);
        result.bytes += size;
        result.segments += size > 0 ? 1 : 0;
    }
    return result;
}

} // namespace tidemark
