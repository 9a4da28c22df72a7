// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"

#include <QString>
#include <QStringList>
#include <random>

namespace tidemark::tests {

// tests/data/NAME.pickle; ends the test program when it cannot be read.
Recording recordingOf(const QString& name);

// One moment of NAME.truth.json: what memory_stats() said.
struct TruthMark {
    QString name;
    int snapshotEvent = -1; // the k-th event whose action is snapshot; -1: the end of the file
    Level level;
};

struct Truth {
    int device = 0; // place in Recording::devices
    std::vector<TruthMark> marks;
};

Truth truthOf(const QString& name);

// The recordings whose history is whole, with the allocator's own statistics beside them.
QStringList wholeRecordings();

// Position just after the k-th snapshot event; the end when k is -1.
std::size_t positionOfSnapshot(const Device& device, int k);

QString describe(const Level& level);

// Empty when both lists hold the same segments and blocks; else the first difference. Contexts and births are
// not compared, nor the stale requested size of free blocks.
QString difference(const SegmentList& got, const SegmentList& wanted);

// What is wrong with a list as such: order, gaps, overlaps, sums. Empty when nothing is.
QString flawOf(const SegmentList& list);

// The figures of a list, counted anew.
Level recount(const SegmentList& list);

// A seed for random tests: TIDEMARK_SEED, or a fixed one; printed.
std::uint64_t testSeed();

// Writes a device's events by hand.
class TraceWriter {
public:
    TraceWriter& add(Action action, std::uint64_t address, std::uint64_t size, StreamSlot stream = 0);
    TraceWriter& segment(std::uint64_t address, std::uint64_t size)
    {
        return add(Action::SegmentAlloc, address, size);
    }
    TraceWriter& map(std::uint64_t address, std::uint64_t size)
    {
        return add(Action::SegmentMap, address, size);
    }
    TraceWriter& unmap(std::uint64_t address, std::uint64_t size)
    {
        return add(Action::SegmentUnmap, address, size);
    }
    TraceWriter& alloc(std::uint64_t address, std::uint64_t size)
    {
        return add(Action::Alloc, address, size);
    }
    TraceWriter& free(std::uint64_t address, std::uint64_t size);

    const Device& device() const { return m_device; }
    // The state after all events, from nothing.
    HeapState replay(const AllocatorSettings& settings = {}) const;

private:
    Device m_device;
};

} // namespace tidemark::tests
