// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/reserved_books.h"

namespace tidemark {

ReservedBooks::ReservedBooks(const AllocatorSettings& settings, AllocatorEventSink* sink, MemoryStats& stats)
    : m_settings(settings)
    , m_sink(sink)
    , m_stats(stats)
{ }

void ReservedBooks::segmentAllocated(
    std::uint64_t address, std::uint64_t size, StreamHandle stream, FreeBlockPool& pool)
{
    add(size, pool);
    m_stats.increase(StatKind::Segment, pool.isSmall(), 1);
    if (size >= m_settings.maxSplitSize)
        m_stats.oversizeSegments.increase(1);
    emitEvent(m_sink, {Action::SegmentAlloc, address, size, stream, idOf(pool)});
}

void ReservedBooks::segmentFreed(const Block& segment)
{
    emitEvent(
        m_sink, {Action::SegmentFree, segment.address, segment.size, segment.stream, idOf(*segment.pool)});
    subtract(segment.size, *segment.pool);
    m_stats.decrease(StatKind::Segment, segment.pool->isSmall(), 1);
    if (segment.size >= m_settings.maxSplitSize)
        m_stats.oversizeSegments.decrease(1);
}

void ReservedBooks::mapped(std::uint64_t address, std::uint64_t size, const Block& block)
{
    add(size, *block.pool);
    emitEvent(m_sink, {Action::SegmentMap, address, size, block.stream, idOf(*block.pool)});
}

void ReservedBooks::unmapped(const Block& block)
{
    subtract(block.size, *block.pool);
    emitEvent(m_sink, {Action::SegmentUnmap, block.address, block.size, block.stream, idOf(*block.pool)});
}

void ReservedBooks::add(std::uint64_t size, FreeBlockPool& pool)
{
    m_reserved += size;
    if (pool.owner())
        pool.owner()->reserved += size;
    m_stats.increase(StatKind::ReservedBytes, pool.isSmall(), static_cast<std::int64_t>(size));
    ++m_stats.numDeviceAlloc;
}

void ReservedBooks::subtract(std::uint64_t size, FreeBlockPool& pool)
{
    m_reserved -= size;
    if (pool.owner())
        pool.owner()->reserved -= size;
    m_stats.decrease(StatKind::ReservedBytes, pool.isSmall(), static_cast<std::int64_t>(size));
    ++m_stats.numDeviceFree;
}

} // namespace tidemark
