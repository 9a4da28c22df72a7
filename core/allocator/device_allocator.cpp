// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/device_allocator.h"

#include <algorithm>
#include <cassert>

namespace tidemark {

DeviceAllocator::DeviceAllocator(
    DeviceMemory& memory, const AllocatorSettings& settings, AllocatorEventSink* sink)
    : m_settings(settings)
    , m_memory(memory)
    , m_sink(sink)
    , m_cache(memory, m_settings, sink, m_stats)
    , m_delayed(memory)
{
    // The signed reading of "unlimited" is -1, as in memory_stats().
    m_stats.maxSplitSize = static_cast<std::int64_t>(settings.maxSplitSize);
    if (settings.perProcessMemoryFraction < 1)
        setLimit(static_cast<std::uint64_t>(
            settings.perProcessMemoryFraction * static_cast<double>(memory.room().total)));
}

tl::expected<std::uint64_t, OutOfMemory> DeviceAllocator::allocate(std::uint64_t size, StreamHandle stream)
{
    m_delayed.collectDone([this](Block& block) { completeFree(block); });
    const BlockRequest request = requestFor(size, stream);
    Block* const found = findBlock(request);
    if (!found)
        return tl::unexpected(refuse(request));
    Block& block = cutFor(request, *found);
    hand(request, block);
    return block.address;
}

BlockRequest DeviceAllocator::requestFor(std::uint64_t size, StreamHandle stream)
{
    const std::uint64_t rounded = size_rules::roundSize(size, m_settings);
    return {size, rounded, size_rules::segmentSize(rounded, m_settings), stream, &m_cache.poolFor(rounded)};
}

Block* DeviceAllocator::findBlock(const BlockRequest& request)
{
    if (Block* const block = m_cache.takeFree(request))
        return block;
    m_cache.collectGarbage();
    if (Block* const block = m_cache.takeNew(request))
        return block;
    if (m_cache.releaseOversize(request))
        if (Block* const block = m_cache.takeNew(request))
            return block;
    waitAndReleaseAll();
    ++m_stats.numAllocRetries;
    return m_cache.takeNew(request);
}

// The part of the block that the request gets. Statistics as in alloc_found_block.
Block& DeviceAllocator::cutFor(const BlockRequest& request, Block& block)
{
    const bool isSmall = request.pool->isSmall();
    const bool wasSplit = block.isSplit();
    if (size_rules::shouldSplit(block.size, request.rounded, false, m_settings)) {
        Block& front = m_cache.splitFront(block, request.rounded);
        if (wasSplit) {
            m_stats.decrease(StatKind::InactiveSplitBytes, isSmall, static_cast<std::int64_t>(front.size));
        } else {
            m_stats.increase(StatKind::InactiveSplitBytes, isSmall, static_cast<std::int64_t>(block.size));
            m_stats.increase(StatKind::InactiveSplit, isSmall, 1);
        }
        return front;
    }
    if (wasSplit) {
        m_stats.decrease(StatKind::InactiveSplitBytes, isSmall, static_cast<std::int64_t>(block.size));
        m_stats.decrease(StatKind::InactiveSplit, isSmall, 1);
    }
    return block;
}

void DeviceAllocator::hand(const BlockRequest& request, Block& block)
{
    block.isAllocated = true;
    block.requestedSize = request.requested;
    emitEvent(m_sink, {Action::Alloc, block.address, request.requested, block.stream, {}, block.size});
    m_allocated.emplace(block.address, &block);

    const bool isSmall = request.pool->isSmall();
    const auto size = static_cast<std::int64_t>(block.size);
    m_stats.increase(StatKind::Allocation, isSmall, 1);
    m_stats.increase(StatKind::AllocatedBytes, isSmall, size);
    m_stats.increase(StatKind::Active, isSmall, 1);
    m_stats.increase(StatKind::ActiveBytes, isSmall, size);
    m_stats.increase(StatKind::RequestedBytes, isSmall, static_cast<std::int64_t>(request.requested));
    if (block.size >= m_settings.maxSplitSize)
        m_stats.oversizeAllocations.increase(1);
}

OutOfMemory DeviceAllocator::refuse(const BlockRequest& request)
{
    const DeviceMemory::Room room = m_memory.room();
    emitEvent(m_sink, {Action::Oom, room.free, request.rounded, request.stream});
    ++m_stats.numOoms;
    const std::int64_t allocated = m_stats.of(StatKind::AllocatedBytes).current;
    const std::int64_t reserved = m_stats.of(StatKind::ReservedBytes).current;
    return {
        .reason = OutOfMemory::Reason::Device,
        .requested = request.requested,
        .rounded = request.rounded,
        .segmentSize = request.segmentSize,
        .stream = request.stream,
        .deviceTotal = room.total,
        .deviceFree = room.free,
        .limit = m_cache.limit(),
        .allocated = static_cast<std::uint64_t>(allocated),
        .reservedUnallocated = static_cast<std::uint64_t>(reserved - allocated),
    };
}

void DeviceAllocator::free(std::uint64_t address)
{
    const auto found = m_allocated.find(address);
    assert(found != m_allocated.end());
    if (found == m_allocated.end())
        return;
    Block& block = *found->second;
    m_allocated.erase(found);

    block.isAllocated = false;
    const bool isSmall = block.pool->isSmall();
    m_stats.decrease(StatKind::Allocation, isSmall, 1);
    m_stats.decrease(StatKind::AllocatedBytes, isSmall, static_cast<std::int64_t>(block.size));
    emitEvent(
        m_sink, {Action::FreeRequested, block.address, block.requestedSize, block.stream, {}, block.size});
    if (block.size >= m_settings.maxSplitSize)
        m_stats.oversizeAllocations.decrease(1);
    if (block.otherStreams.empty())
        completeFree(block);
    else
        m_delayed.add(block);
}

// The block is back: PyTorch's free_block.
void DeviceAllocator::completeFree(Block& block)
{
    emitEvent(
        m_sink, {Action::FreeCompleted, block.address, block.requestedSize, block.stream, {}, block.size});
    const bool isSmall = block.pool->isSmall();
    const auto size = static_cast<std::int64_t>(block.size);
    const auto requested = static_cast<std::int64_t>(block.requestedSize);
    const SegmentCache::Merged merged = m_cache.putFree(block);

    const std::int64_t count = (block.isSplit() ? 1 : 0) - merged.blocks;
    const std::int64_t bytes = (block.isSplit() ? static_cast<std::int64_t>(block.size) : 0) - merged.bytes;
    m_stats.change(StatKind::InactiveSplit, isSmall, count);
    m_stats.change(StatKind::InactiveSplitBytes, isSmall, bytes);
    m_stats.decrease(StatKind::Active, isSmall, 1);
    m_stats.decrease(StatKind::ActiveBytes, isSmall, size);
    m_stats.decrease(StatKind::RequestedBytes, isSmall, requested);
}

void DeviceAllocator::recordStream(std::uint64_t address, StreamHandle stream)
{
    const auto found = m_allocated.find(address);
    assert(found != m_allocated.end());
    if (found == m_allocated.end())
        return;
    Block& block = *found->second;
    auto& streams = block.otherStreams;
    if (stream != block.stream && std::find(streams.begin(), streams.end(), stream) == streams.end())
        streams.push_back(stream);
}

CacheRelease DeviceAllocator::emptyCache()
{
    return waitAndReleaseAll();
}

CacheRelease DeviceAllocator::waitAndReleaseAll()
{
    ++m_stats.numSyncAllStreams;
    m_delayed.waitForAll([this](Block& block) { completeFree(block); });
    return m_cache.releaseAll();
}

std::vector<AllocatorSegment> DeviceAllocator::snapshot() const
{
    std::vector<AllocatorSegment> segments;
    for (const Block* block : m_cache.segments()) {
        AllocatorSegment segment;
        segment.address = block->address;
        segment.stream = block->stream;
        segment.isLarge = !block->pool->isSmall();
        for (; block; block = block->next) {
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
