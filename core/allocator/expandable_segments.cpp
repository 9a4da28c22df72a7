// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/expandable_segments.h"

#include "core/allocator/size_rules.h"

#include <algorithm>
#include <cassert>

namespace tidemark {

namespace {

// Whether blocks from here on, free or without memory, make up the size without a gap.
bool hasSpace(const Block* block, std::uint64_t size)
{
    std::uint64_t bytes = 0;
    for (; bytes < size && block && block->isFree(); block = block->next)
        bytes += block->size;
    return bytes >= size;
}

} // namespace

ExpandableSegments::ExpandableSegments(
    DeviceMemory& memory, const AllocatorSettings& settings, BlockStore& store, ReservedBooks& books)
    : m_memory(memory)
    , m_settings(settings)
    , m_store(store)
    , m_books(books)
{ }

ExpandableSegments::~ExpandableSegments()
{
    for (const Block* run : m_store.mappedHeads()) {
        if (!run->expandable)
            continue;
        std::uint64_t size = 0;
        for (const Block* block = run; block && block->isMapped; block = block->next)
            size += block->size;
        m_memory.unmap(run->address, size, run->expandable->page);
    }
    for (const auto& segment : m_segments)
        m_memory.unreserve(segment->address, segment->size);
}

Block* ExpandableSegments::take(const BlockRequest& request)
{
    Block* block = findPlace(request);
    if (!block)
        block = reserve(request);
    if (!block)
        return nullptr;
    if (!block->isMapped)
        block = map(*block, std::min(block->size, request.rounded));
    // From here on it is a free block, and what follows has no memory.
    while (block && block->size < request.rounded) {
        Block& rest = *block->next;
        block = map(rest, std::min(request.rounded - block->size, rest.size));
    }
    if (block)
        block->pool->erase(*block);
    return block;
}

// find_expandable_block: the first place in the order of addresses, with the free block before it.
Block* ExpandableSegments::findPlace(const BlockRequest& request)
{
    FreeBlockPool& pool = *request.pool;
    for (auto at = pool.firstUnmapped(request.stream);
         at != pool.unmapped().end() && at->stream == request.stream; ++at) {
        Block* const start = at->prev && at->prev->isFree() ? at->prev : &*at;
        if (hasSpace(start, request.rounded))
            return start;
    }
    return nullptr;
}

// 1 1/8 of the device: room to put pages at the end while others in the middle are still in use.
Block* ExpandableSegments::reserve(const BlockRequest& request)
{
    const std::uint64_t page =
        request.pool->isSmall() ? size_rules::smallBuffer : m_settings.largeSegmentSize;
    const std::uint64_t total = m_memory.room().total;
    const std::uint64_t size = (total + total / 8 + page - 1) / page * page;
    if (size < request.rounded)
        return nullptr;
    const auto address = m_memory.reserve(size, page);
    if (!address)
        return nullptr;
    m_segments.push_back(std::make_unique<ExpandableSegment>(ExpandableSegment{*address, size, page}));
    Block& block = m_store.create(*address, size, request.stream, request.pool);
    block.expandable = m_segments.back().get();
    block.isMapped = false;
    block.pool->insert(block);
    return &block;
}

Block* ExpandableSegments::map(Block& block, std::uint64_t size)
{
    assert(!block.isMapped && size <= block.size);
    const std::uint64_t page = block.expandable->page;
    const std::uint64_t bytes = (size + page - 1) / page * page;
    if (!m_memory.map(block.address, bytes, page))
        return nullptr;
    block.pool->erase(block);
    Block& mapped = bytes < block.size ? m_store.splitFront(block, bytes) : block;
    if (&mapped != &block)
        block.pool->insert(block);
    mapped.isMapped = true;
    const std::uint64_t address = mapped.address;
    m_store.mergeFree(mapped);
    mapped.pool->insert(mapped);
    m_books.mapped(address, bytes, mapped);
    return &mapped;
}

CacheRelease ExpandableSegments::unmap(Block& block)
{
    const ExpandableSegment& segment = *block.expandable;
    const std::uint64_t bytes = segment.wholePages(block.address, block.address + block.size);
    if (bytes == 0)
        return {};
    const std::uint64_t first = segment.firstPage(block.address);
    m_memory.wait(m_memory.recordEvent(block.stream));
    m_memory.unmap(first, bytes, segment.page);

    block.pool->erase(block);
    // The slivers of pages that are shared with live blocks stay free.
    if (first > block.address) {
        Block& before = m_store.splitFront(block, first - block.address);
        before.pool->insert(before);
    }
    Block* middle = &block;
    if (bytes < block.size) {
        middle = &m_store.splitFront(block, bytes);
        block.pool->insert(block);
    }
    m_books.unmapped(*middle);
    middle->isMapped = false;
    m_store.mergeFree(*middle);
    middle->pool->insert(*middle);
    if (!middle->isSplit())
        drop(*middle);
    return {bytes, 1};
}

void ExpandableSegments::dropUnused(FreeBlockPool& pool)
{
    for (auto at = pool.unmapped().begin(); at != pool.unmapped().end();) {
        Block& block = *at++;
        if (!block.isSplit())
            drop(block);
    }
}

void ExpandableSegments::drop(Block& whole)
{
    const ExpandableSegment* const segment = whole.expandable;
    assert(!whole.isMapped && whole.size == segment->size);
    whole.pool->erase(whole);
    m_memory.unreserve(segment->address, segment->size);
    m_store.destroy(whole);
    m_segments.erase(std::find_if(
        m_segments.begin(), m_segments.end(), [&](const auto& other) { return other.get() == segment; }));
}

} // namespace tidemark
