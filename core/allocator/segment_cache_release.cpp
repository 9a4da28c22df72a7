// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/segment_cache.h"

#include <algorithm>
#include <cassert>

namespace tidemark {

void SegmentCache::collectGarbage()
{
    if (!countsAge())
        return;
    const auto threshold = static_cast<std::uint64_t>(
        m_settings.garbageCollectionThreshold * static_cast<double>(*m_books.limit()));
    if (m_books.reserved() <= threshold)
        return;
    const std::uint64_t target = m_books.reserved() - threshold;
    FreeBlockPool& pool = m_defaultPools.large;
    Ages ages;
    for (const Block& block : pool)
        if (!block.isSplit())
            ages.add(pool.ageOf(block));
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
    FreeBlockPool& pool = m_defaultPools.large;
    std::uint64_t released = 0;
    for (auto at = pool.begin(); at != pool.end();) {
        Block& block = *at++;
        const std::uint64_t age = pool.ageOf(block);
        if (block.isSplit() || block.expandable || static_cast<double>(age) < minAge)
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
    const auto at = pool.lowerBound(request.stream, wanted);
    if (at != pool.end() && at->stream == request.stream && !isSkipped(*at))
        return tryRelease(*at);
    return releaseLargest(request, at, wanted);
}

// No single block will do: the largest of this stream go first. They stay released even when all of them are
// not enough.
bool SegmentCache::releaseLargest(
    const BlockRequest& request, FreeBlockPool::Iterator end, std::uint64_t wanted)
{
    FreeBlockPool& pool = *request.pool;
    std::uint64_t released = 0;
    auto at = end;
    while (released < wanted && at != pool.begin()) {
        --at;
        if (at->stream != request.stream || at->size < m_settings.maxSplitSize)
            break;
        if (isSkipped(*at))
            continue;
        Block& block = *at++;
        const std::uint64_t size = block.size;
        if (!tryRelease(block))
            return false;
        released += size;
    }
    return released >= wanted;
}

// An oversize block is part of a segment only when it was cut under other settings.
bool SegmentCache::isSkipped(const Block& block) const
{
    return block.expandable ? m_version.releasesSkipExpandable : block.isSplit();
}

bool SegmentCache::tryRelease(Block& block)
{
    if (block.expandable) {
        m_refusal = OutOfMemory::Reason::Assertion;
        return false;
    }
    release(block);
    return true;
}

CacheRelease SegmentCache::release(FreeBlockPool& pool)
{
    CacheRelease released;
    std::vector<Block*> expandable; // unmapping changes the pool
    for (auto at = pool.begin(); at != pool.end();) {
        Block& block = *at++;
        if (block.expandable) {
            expandable.push_back(&block);
        } else if (!block.isSplit()) {
            released.bytes += block.size;
            ++released.segments;
            release(block);
        }
    }
    for (Block* const block : expandable) {
        const CacheRelease unmapped = m_expandable.unmap(*block);
        released.bytes += unmapped.bytes;
        released.segments += unmapped.segments;
    }
    return released;
}

bool SegmentCache::release(FreeBlockPool& pool, std::uint64_t address)
{
    for (Block& block : pool) {
        if (block.address == address && !block.expandable && !block.isSplit()) {
            release(block);
            return true;
        }
    }
    return false;
}

void SegmentCache::release(Block& block)
{
    assert(block.isFree() && !block.isSplit() && !block.expandable);
    m_books.segmentFreed(block);
    memoryOf(*block.pool).release(block.address, block.size);
    block.pool->erase(block);
    m_store.destroy(block);
}

} // namespace tidemark
