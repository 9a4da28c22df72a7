// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/event_buffer.h"

#include <algorithm>
#include <new>
#include <utility>

namespace tidemark {

EventBuffer::EventBuffer(std::size_t mostBytes)
    : m_mostChunks(std::max<std::size_t>(2, mostBytes / sizeof(Chunk)))
{ }

// A long list would be destroyed recursively.
EventBuffer::~EventBuffer()
{
    while (m_first)
        m_first = std::move(m_first->next);
    while (m_spare)
        m_spare = std::move(m_spare->next);
}

bool EventBuffer::beginChunk() noexcept
{
    if (m_closed.load(std::memory_order_relaxed))
        return false;
    const std::lock_guard lock(m_mutex);
    std::unique_ptr<Chunk> chunk = takeChunk();
    if (!chunk) {
        ++m_droppedRun;
        m_dropped.fetch_add(1, std::memory_order_relaxed);
        return false;
    }
    chunk->droppedBefore = std::exchange(m_droppedRun, 0);
    std::unique_ptr<Chunk>& place = m_first ? m_writeChunk->next : m_first;
    place = std::move(chunk);
    m_writeChunk = place.get();
    m_writeAt = 0;
    return true;
}

std::unique_ptr<EventBuffer::Chunk> EventBuffer::takeChunk() noexcept
{
    if (m_spare) {
        std::unique_ptr<Chunk> chunk = std::move(m_spare);
        m_spare = std::move(chunk->next);
        --m_spareCount;
        return chunk;
    }
    if (m_chunks == m_mostChunks)
        return nullptr;
    std::unique_ptr<Chunk> chunk(new (std::nothrow) Chunk);
    m_chunks += chunk ? 1 : 0;
    return chunk;
}

std::span<const StampedEvent> EventBuffer::unread(std::uint64_t end)
{
    if (m_consumed >= end)
        return {};
    if (m_consumed - m_readChunkBegin == chunkSize)
        recycleReadChunk();
    if (m_readChunk == nullptr) {
        const std::lock_guard lock(m_mutex);
        m_droppedBefore = std::exchange(m_first->droppedBefore, 0);
        m_readChunk = m_first.get();
    }
    const std::uint64_t chunkEnd = m_readChunkBegin + chunkSize;
    return {m_readChunk->events + (m_consumed - m_readChunkBegin), std::min(end, chunkEnd) - m_consumed};
}

std::uint64_t EventBuffer::takeDroppedBefore()
{
    return std::exchange(m_droppedBefore, 0);
}

// There are events behind the chunk that was read, so it has a successor.
void EventBuffer::recycleReadChunk()
{
    const std::lock_guard lock(m_mutex);
    std::unique_ptr<Chunk> chunk = std::move(m_first);
    m_first = std::move(chunk->next);
    m_readChunkBegin += chunkSize;
    m_readChunk = nullptr;
    if (m_spareCount == mostSpare) {
        --m_chunks;
        return;
    }
    chunk->next = std::move(m_spare);
    m_spare = std::move(chunk);
    ++m_spareCount;
}

} // namespace tidemark
