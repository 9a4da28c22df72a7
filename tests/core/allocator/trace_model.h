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

    // What holds for the events to come, but is in none of them: the settings, the pools whose blocks are
    // never cut (PoolId::second), and where reservations begin, across which nothing merges.
    void setSettings(const AllocatorSettings& settings) { m_settings = settings; }
    void setNeverSplit(const std::set<std::uint64_t>& pools) { m_neverSplit = pools; }
    void setReservations(const std::set<std::uint64_t>& starts) { m_reservations = starts; }

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
        bool isExpandable = false;
        PoolId pool = {};
        std::vector<Piece> pieces;

        bool joins(const Segment& other) const
        {
            return isExpandable && other.isExpandable && isSmall == other.isSmall && pool == other.pool
                && stream == other.stream;
        }
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
    QString segmentMap(const AllocatorEvent& event);
    QString segmentUnmap(const AllocatorEvent& event);
    bool overlaps(const AllocatorEvent& event) const;
    void joinWithNext(std::uint64_t address);
    bool isCut(const Segment& segment, std::uint64_t rest, std::uint64_t rounded) const;
    QString alloc(const AllocatorEvent& event);
    QString freeRequested(const AllocatorEvent& event);
    QString freeCompleted(const AllocatorEvent& event);
    static void mergeFree(Segment& segment);

    AllocatorSettings m_settings;
    std::set<std::uint64_t> m_neverSplit;
    std::set<std::uint64_t> m_reservations;
    MemoryStats m_stats;
    std::map<std::uint64_t, Segment> m_segments; // runs with memory, where they are expandable
};

} // namespace tidemark::tests
