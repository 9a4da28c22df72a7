// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/device_allocator.h"

#include "core/allocator/size_rules.h"

#include <algorithm>
#include <cassert>

namespace tidemark {

DeviceAllocator::DeviceAllocator(DeviceMemory& memory, const AllocatorSettings& settings,
    AllocatorEventSink* sink, const PolicyVersion& version)
    : m_version(version)
    , m_settings(version.heard(settings))
    , m_memory(memory)
    , m_sink(sink)
    , m_books(m_settings, sink, m_stats)
    , m_cache(memory, m_settings, m_version, m_store, m_books)
    , m_delayed(memory)
{
    // The signed reading of "unlimited" is -1, as in memory_stats().
    m_stats.maxSplitSize = static_cast<std::int64_t>(settings.maxSplitSize);
    if (settings.perProcessMemoryFraction < 1)
        setMemoryFraction(settings.perProcessMemoryFraction);
}

void DeviceAllocator::setMemoryFraction(double fraction)
{
    if (fraction < 1 || m_version.limitsAtFullFraction)
        setLimit(static_cast<std::uint64_t>(fraction * static_cast<double>(m_memory.room().total)));
    else
        setLimit(std::nullopt);
}

tl::expected<std::uint64_t, OutOfMemory> DeviceAllocator::allocate(std::uint64_t size, StreamHandle stream)
{
    const bool isCapturing = m_pools.anyHasBegun();
    if (!isCapturing)
        lookAtPendingFrees();
    return serve(size, stream, poolsFor(stream), isCapturing);
}

tl::expected<std::uint64_t, OutOfMemory> DeviceAllocator::allocateFrom(
    PoolId pool, std::uint64_t size, StreamHandle stream, bool isCapturing)
{
    if (!isCapturing)
        lookAtPendingFrees();
    return serve(size, stream, poolsOf(pool), isCapturing);
}

PoolPair& DeviceAllocator::poolsFor(StreamHandle stream)
{
    if (!m_pools.anyHasBegun())
        return m_cache.defaultPools();
    PrivatePool* const own = m_pools.servingPool(stream, m_version.asksNewestPoolFirst);
    return own ? own->pools : m_cache.defaultPools();
}

PoolPair& DeviceAllocator::poolsOf(PoolId pool)
{
    if (pool == PoolId())
        return m_cache.defaultPools();
    PrivatePool* const known = m_pools.find(pool);
    // One that was released would go in a retry, under the request's feet.
    return (known && !known->isReleased() ? *known : m_pools.use(pool, nullptr)).pools;
}

BlockRequest DeviceAllocator::requestFor(std::uint64_t size, StreamHandle stream, PoolPair& pools) const
{
    BlockRequest request;
    request.requested = size;
    request.rounded = size_rules::roundSize(size, m_settings);
    request.segmentSize = size_rules::segmentSize(request.rounded, m_settings);
    request.stream = stream;
    request.pool = &pools.of(size_rules::isSmall(request.rounded));
    if (m_settings.expandableSegments) {
        const PrivatePool* const own = request.pool->owner();
        request.growsExpandable = !own || (!own->ownMemory && m_version.expandableInPrivatePools);
        request.seesExpandable = request.growsExpandable || !m_version.hasExpandablePerRequest;
    }
    return request;
}

tl::expected<std::uint64_t, OutOfMemory> DeviceAllocator::serve(
    std::uint64_t size, StreamHandle stream, PoolPair& pools, bool isCapturing)
{
    BlockRequest request = requestFor(size, stream, pools);
    Block* found = m_cache.takeFree(request);
    if (!found)
        found = findMemory(request, isCapturing);
    if (!found)
        return tl::unexpected(refuse(request));
    Block& block = cutFor(request, *found);
    hand(request, block);
    return block.address;
}

// No free block will do: new memory, first as it is, then after giving back more and more.
Block* DeviceAllocator::findMemory(BlockRequest& request, bool isCapturing)
{
    if (m_settings.throwOnCudamallocOom && !m_books.isAllowed(request.segmentSize))
        return nullptr;
    m_cache.collectGarbage();
    if (Block* const block = m_cache.takeNew(request))
        return block;
    using UseOnOom = PolicyVersion::UseOnOom;
    if (m_version.useOnOom == UseOnOom::BeforeReleases)
        if (Block* const block = borrow(request))
            return block;
    if (m_cache.releaseOversize(request))
        if (Block* const block = m_cache.takeNew(request))
            return block;
    if (m_cache.refusal() == OutOfMemory::Reason::Assertion)
        return nullptr;
    if (!isCapturing)
        if (Block* const block = retry(request))
            return block;
    return m_version.useOnOom == UseOnOom::AfterRetry ? borrow(request) : nullptr;
}

Block* DeviceAllocator::retry(const BlockRequest& request)
{
    releaseDefaultPools();
    releasePrivatePools({});
    ++m_stats.numAllocRetries;
    return m_cache.takeNew(request);
}

// A free block of a pool that helps out; the request becomes one for that pool: try_mempool_fallback.
Block* DeviceAllocator::borrow(BlockRequest& request)
{
    if (request.pool->owner())
        return nullptr;
    for (const auto& pool : m_pools.all()) {
        if (!pool->isUsedOnOom)
            continue;
        BlockRequest other = request;
        other.pool = &pool->pools.of(request.pool->isSmall());
        other.growsExpandable = false;
        other.seesExpandable = m_settings.expandableSegments && !m_version.hasExpandablePerRequest;
        if (Block* const block = m_cache.takeFree(other)) {
            request = other;
            return block;
        }
    }
    return nullptr;
}

bool DeviceAllocator::isCut(const BlockRequest& request, const Block& block) const
{
    if (request.pool->owner() && request.pool->owner()->isNeverSplit)
        return false;
    return size_rules::shouldSplit(block.size, request.rounded, request.seesExpandable, m_settings);
}

// The part of the block that the request gets. Statistics as in alloc_found_block, which leave expandable
// segments out.
Block& DeviceAllocator::cutFor(const BlockRequest& request, Block& block)
{
    const bool isSmall = request.pool->isSmall();
    const bool wasSplit = block.isSplit();
    if (isCut(request, block)) {
        Block& front = m_cache.splitFront(block, request.rounded);
        if (front.expandable)
            return front;
        if (wasSplit) {
            m_stats.decrease(StatKind::InactiveSplitBytes, isSmall, static_cast<std::int64_t>(front.size));
        } else {
            m_stats.increase(StatKind::InactiveSplitBytes, isSmall, static_cast<std::int64_t>(block.size));
            m_stats.increase(StatKind::InactiveSplit, isSmall, 1);
        }
        return front;
    }
    if (wasSplit && !block.expandable) {
        m_stats.decrease(StatKind::InactiveSplitBytes, isSmall, static_cast<std::int64_t>(block.size));
        m_stats.decrease(StatKind::InactiveSplit, isSmall, 1);
    }
    return block;
}

void DeviceAllocator::hand(const BlockRequest& request, Block& block)
{
    block.isAllocated = true;
    block.requestedSize = request.requested;
    emit(Action::Alloc, block, request.requested);
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
    const bool isRejected = m_settings.throwOnCudamallocOom && !m_books.isAllowed(request.segmentSize);
    const auto reason = isRejected ? OutOfMemory::Reason::Limit : m_cache.refusal();
    if (reason != OutOfMemory::Reason::Assertion) {
        emitEvent(m_sink, {Action::Oom, room.free, request.rounded, request.stream, idOf(*request.pool)});
        ++m_stats.numOoms;
    }
    const std::int64_t allocated = m_stats.of(StatKind::AllocatedBytes).current;
    const std::int64_t reserved = m_stats.of(StatKind::ReservedBytes).current;
    return {
        .reason = reason,
        .requested = request.requested,
        .rounded = request.rounded,
        .segmentSize = request.segmentSize,
        .stream = request.stream,
        .pool = idOf(*request.pool),
        .deviceTotal = room.total,
        .deviceFree = room.free,
        .limit = m_books.limit(),
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
    emit(Action::FreeRequested, block, block.requestedSize);
    if (block.size >= m_settings.maxSplitSize)
        m_stats.oversizeAllocations.decrease(1);
    if (block.otherStreams.empty())
        finishFree(block);
    else if (m_pools.anyHasBegun())
        m_delayed.defer(block);
    else
        m_delayed.add(block);
}

bool DeviceAllocator::completeFree(std::uint64_t address)
{
    Block* const block = m_delayed.take(address);
    if (block)
        finishFree(*block);
    return block != nullptr;
}

// The block is back: PyTorch's free_block.
void DeviceAllocator::finishFree(Block& block)
{
    emit(Action::FreeCompleted, block, block.requestedSize);
    const bool isSmall = block.pool->isSmall();
    const auto size = static_cast<std::int64_t>(block.size);
    const auto requested = static_cast<std::int64_t>(block.requestedSize);
    const BlockStore::Merged merged = m_cache.putFree(block);

    if (!block.expandable) {
        const std::int64_t left = block.isSplit() ? static_cast<std::int64_t>(block.size) : 0;
        m_stats.change(StatKind::InactiveSplit, isSmall, (left > 0 ? 1 : 0) - merged.blocks);
        m_stats.change(StatKind::InactiveSplitBytes, isSmall, left - merged.bytes);
    }
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
    auto& uses = block.otherStreams;
    const auto isIt = [&](const StreamUse& use) { return use.stream == stream; };
    if (stream != block.stream && std::none_of(uses.begin(), uses.end(), isIt))
        uses.push_back({stream, m_pools.anyHasBegun()});
}

void DeviceAllocator::finishDoneFrees()
{
    const auto finish = [this](Block& block) { finishFree(block); };
    m_delayed.recordDeferred(finish);
    m_delayed.collectDone(finish);
}

} // namespace tidemark
