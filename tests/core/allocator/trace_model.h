// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_event.h"
#include "core/allocator/allocator_settings.h"
#include "core/allocator/allocator_state.h"
#include "core/allocator/memory_stats.h"

#include <QString>
#include <map>
#include <set>
#include <vector>

namespace tidemark::tests {

// A second opinion: what the events alone say about segments, blocks and statistics. Written to be plainly
// right and slow: lists of pieces, and every figure counted anew after every event.
class TraceModel {
public:
    explicit TraceModel(const AllocatorSettings& settings);

    // Empty, or what is impossible about this event.
    QString follow(const AllocatorEvent& event);

    // What the events tell of memory_stats(): all but num_alloc_retries and num_sync_all_streams.
    const MemoryStats& stats() const { return m_stats; }
    // Empty, or the first difference.
    QString compare(const std::vector<AllocatorSegment>& snapshot) const;

private:
    struct Piece {
        std::uint64_t address = 0;
        std::uint64_t size = 0;
        std::uint64_t requested = 0;
        bool isAllocated = false;
        bool isActive = false;
    };
    struct Segment {
        std::uint64_t size = 0;
        StreamHandle stream = 0;
        bool isSmall = false;
        std::vector<Piece> pieces;
    };
    struct Found {
        Segment* segment = nullptr;
        std::size_t piece = 0;
    };
    struct Figures {
        std::int64_t splitCount = 0;
        std::int64_t splitBytes = 0;
    };

    Found find(std::uint64_t address);
    static Figures figures(const Segment& segment);
    void countSplits(const Segment& segment, const Figures& before);
    QString segmentAlloc(const AllocatorEvent& event);
    QString segmentFree(const AllocatorEvent& event);
    QString alloc(const AllocatorEvent& event);
    QString freeRequested(const AllocatorEvent& event);
    QString freeCompleted(const AllocatorEvent& event);
    static void mergeFree(Segment& segment);

    AllocatorSettings m_settings;
    MemoryStats m_stats;
    std::map<std::uint64_t, Segment> m_segments;
};

} // namespace tidemark::tests
