// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_event.h"
#include "core/allocator/allocator_settings.h"
#include "core/allocator/memory_stats.h"
#include "core/allocator/private_pool.h"

#include <optional>

namespace tidemark {

// The books of reserved memory: how much there is and may be, the statistics of segments, reserved bytes and
// device calls, and the segment events.
class ReservedBooks {
public:
    // Everything given must outlive the books; `sink` may be null.
    ReservedBooks(const AllocatorSettings& settings, AllocatorEventSink* sink, MemoryStats& stats);

    std::uint64_t reserved() const { return m_reserved; }
    std::optional<std::uint64_t> limit() const { return m_limit; }
    void setLimit(std::optional<std::uint64_t> bytes) { m_limit = bytes; }
    bool isAllowed(std::uint64_t more) const
    {
        return !m_limit || (m_reserved <= *m_limit && more <= *m_limit - m_reserved);
    }

    void segmentAllocated(
        std::uint64_t address, std::uint64_t size, StreamHandle stream, FreeBlockPool& pool);
    void segmentFreed(const Block& segment);
    // Pieces of expandable segments: no segments, for the statistics.
    void mapped(std::uint64_t address, std::uint64_t size, const Block& block);
    void unmapped(const Block& block);

private:
    void add(std::uint64_t size, FreeBlockPool& pool);
    void subtract(std::uint64_t size, FreeBlockPool& pool);

    const AllocatorSettings& m_settings;
    AllocatorEventSink* m_sink;
    MemoryStats& m_stats;
    std::optional<std::uint64_t> m_limit;
    std::uint64_t m_reserved = 0;
};

} // namespace tidemark
