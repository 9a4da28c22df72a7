// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_event.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

namespace tidemark {

// An event as the allocator's thread leaves it for the writer. Without initial values, so that a new chunk of
// them costs nothing.
struct StampedEvent {
    std::uint64_t ticks; // of the EventClock
    std::uint64_t address;
    std::uint64_t size;
    StreamHandle stream;
    std::uint64_t poolFirst; // PoolId, without its initial values
    std::uint64_t poolSecond;
    std::uint32_t context; // ContextIndex
    Action action;
};

// The events on their way from the allocator to the writer, in chunks that are used again. One thread at a
// time pushes (the allocator's lock sees to that), one thread reads. An event costs one store that others
// see; the mutex is taken once a chunk.
class EventBuffer {
public:
    static constexpr std::size_t chunkSize = 4096; // events

    // Holds at most so many bytes of events, but always two chunks.
    explicit EventBuffer(std::size_t mostBytes);
    ~EventBuffer();
    EventBuffer(const EventBuffer&) = delete;
    EventBuffer& operator=(const EventBuffer&) = delete;

    enum class Pushed : std::uint8_t {
        InChunk,
        BeganChunk, // the chunk before is full: time to wake the reader
        Dropped, // no room, or closed
    };
    Pushed push(const StampedEvent& event) noexcept
    {
        if (m_writeAt == chunkSize && !beginChunk())
            return Pushed::Dropped;
        m_writeChunk->events[m_writeAt++] = event;
        m_accepted.store(m_accepted.load(std::memory_order_relaxed) + 1, std::memory_order_release);
        return m_writeAt == 1 ? Pushed::BeganChunk : Pushed::InChunk;
    }
    // Later events are dropped and not counted.
    void close() { m_closed.store(true, std::memory_order_relaxed); }

    std::uint64_t accepted() const { return m_accepted.load(std::memory_order_acquire); }
    std::uint64_t dropped() const { return m_dropped.load(std::memory_order_relaxed); }

    // The rest is for the reader.

    // Events behind those consumed that lie together, at most to event number `end`, which must not be beyond
    // accepted(). Empty: there are none.
    std::span<const StampedEvent> unread(std::uint64_t end);
    void consume(std::size_t count) { m_consumed += count; }
    std::uint64_t consumed() const { return m_consumed; } // the number of the first unread event
    // How many events were dropped just before the first unread one; told once, and only where unread() has
    // come to a new chunk.
    std::uint64_t takeDroppedBefore();

private:
    struct Chunk {
        StampedEvent events[chunkSize];
        std::uint64_t droppedBefore = 0;
        std::unique_ptr<Chunk> next;
    };
    static constexpr std::size_t mostSpare = 16;

    bool beginChunk() noexcept;
    std::unique_ptr<Chunk> takeChunk() noexcept;
    void recycleReadChunk();

    const std::size_t m_mostChunks;

    Chunk* m_writeChunk = nullptr;
    std::size_t m_writeAt = chunkSize;
    std::uint64_t m_droppedRun = 0; // since the last accepted event
    std::atomic<std::uint64_t> m_accepted = 0;
    std::atomic<std::uint64_t> m_dropped = 0;
    std::atomic<bool> m_closed = false;

    // Apart from what the other side writes at every event.
    alignas(64) std::uint64_t m_consumed = 0;
    std::uint64_t m_readChunkBegin = 0; // number of the first event of the chunk being read
    std::uint64_t m_droppedBefore = 0;
    const Chunk* m_readChunk = nullptr; // m_first; null until it is looked at

    std::mutex m_mutex; // for what follows
    std::unique_ptr<Chunk> m_first; // the chunk being read, and behind it those that wait
    std::unique_ptr<Chunk> m_spare; // emptied chunks
    std::size_t m_spareCount = 0;
    std::size_t m_chunks = 0; // in all
};

} // namespace tidemark
