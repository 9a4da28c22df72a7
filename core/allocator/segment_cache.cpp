// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/segment_cache.h"

#include "core/allocator/size_rules.h"

namespace tidemark {

namespace {

// What an expandable block is for the purposes of best fit: the size it can grow to. So the tail that can
// grow is not eaten while a hole will do.
std::uint64_t growableSize(const Block& block)
{
    return block.size + (block.next && !block.next->isMapped ? block.next->size : 0);
}

} // namespace

SegmentCache::SegmentCache(DeviceMemory& memory, const AllocatorSettings& settings,
    const PolicyVersion& version, BlockStore& store, ReservedBooks& books)
    : m_memory(memory)
    , m_settings(settings)
    , m_version(version)
    , m_store(store)
    , m_books(books)
    , m_expandable(memory, settings, store, books)
{ }

SegmentCache::~SegmentCache()
{
    for (const Block* head : m_store.heads()) {
        if (head->expandable)
            continue;
        std::uint64_t size = 0;
        for (const Block* block = head; block; block = block->next)
            size += block->size;
        memoryOf(*head->pool).release(head->address, size);
    }
}

DeviceMemory& SegmentCache::memoryOf(const FreeBlockPool& pool) const
{
    return pool.owner() && pool.owner()->ownMemory ? *pool.owner()->ownMemory : m_memory;
}

Block* SegmentCache::takeFree(const BlockRequest& request)
{
    FreeBlockPool& pool = *request.pool;
    if (countsAge())
        pool.countSearch();
    auto at = pool.lowerBound(request.stream, request.rounded);
    if (isFor(request, at) && at->expandable)
        at = request.seesExpandable ? leastGrowable(request, at) : firstPlain(request, at);
    if (!isFor(request, at) || !isClose(*at, request))
        return nullptr;
    return &pool.take(at);
}

FreeBlockPool::Iterator SegmentCache::firstPlain(const BlockRequest& request, FreeBlockPool::Iterator at)
{
    while (isFor(request, at) && at->expandable)
        ++at;
    return at;
}

FreeBlockPool::Iterator SegmentCache::leastGrowable(const BlockRequest& request, FreeBlockPool::Iterator at)
{
    for (auto next = std::next(at);
         at->expandable && isFor(request, next) && growableSize(*next) < growableSize(*at); ++next)
        at = next;
    return at;
}

// Oversize blocks are kept for oversize requests, and for those only when little is left over.
bool SegmentCache::isClose(const Block& block, const BlockRequest& request) const
{
    if (request.rounded < m_settings.maxSplitSize)
        return block.size < m_settings.maxSplitSize;
    return block.size - request.rounded < m_settings.maxNonSplitRounding;
}

Block* SegmentCache::takeNew(const BlockRequest& request)
{
    const std::uint64_t size = request.segmentSize;
    if (!m_books.isAllowed(size)) {
        m_refusal = OutOfMemory::Reason::Limit;
        return nullptr;
    }
    m_refusal = OutOfMemory::Reason::Device;
    if (request.growsExpandable)
        return m_expandable.take(request);
    const auto address = memoryOf(*request.pool).allocate(size);
    if (!address)
        return nullptr;
    m_books.segmentAllocated(*address, size, request.stream, *request.pool);
    return &m_store.create(*address, size, request.stream, request.pool);
}

Block& SegmentCache::splitFront(Block& block, std::uint64_t size)
{
    Block& front = m_store.splitFront(block, size);
    block.pool->insert(block);
    return front;
}

BlockStore::Merged SegmentCache::putFree(Block& block)
{
    const BlockStore::Merged merged = m_store.mergeFree(block);
    block.pool->insert(block);
    return merged;
}

void SegmentCache::dropUnused(PoolPair& pools)
{
    m_expandable.dropUnused(pools.small);
    m_expandable.dropUnused(pools.large);
}

} // namespace tidemark
