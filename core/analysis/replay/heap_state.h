// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_settings.h"
#include "core/analysis/replay/heap.h"
#include "core/trace/recording.h"

namespace tidemark {

// All segments and blocks of one device at one moment, moved on event by event. Follows a recorded trace:
// which block an `alloc` took, and how much of it, comes from the free block at its address and PyTorch's own
// splitting rule (size_rules), so the figures equal the allocator's. A plain value: a copy is a checkpoint.
class HeapState {
public:
    // `before`: the state before the first event; null for an empty allocator.
    explicit HeapState(const AllocatorSettings& settings, const SegmentList* before = nullptr);

    // `number` is the event's place in the device's trace.
    void apply(const Event& event, std::uint64_t number);

    // Steps back over an event, the last one not undone yet: from the state after it to the state before it.
    // With the state at the end of a trace this leads to the state before its first event. A trace does not
    // tell the size of a block whose alloc it has lost: PyTorch gives a large-pool block up to 1 MiB more
    // than the rounded request (or more, with max_split_size), and unless the neighbours give that away the
    // least size is taken and counted by leastSizeBlocks().
    // `beforeFree`: what a block was just before its free_completed.
    void undo(const Event& event, BlockState beforeFree = BlockState::ActivePendingFree);
    // After the last undo: settles what only the whole state tells.
    void finishUndo();
    std::uint64_t leastSizeBlocks() const;

    // Whether the segments and blocks are those of a list: addresses, sizes, states, and what was asked for.
    bool equals(const SegmentList& reported) const;
    // Becomes the state that the allocator itself reported; when which block was born stays known.
    void takeOver(SegmentList reported);

    const Level& level() const { return m_heap.level(); }
    const Heap& heap() const { return m_heap; }
    SegmentList segments() const { return m_heap.list(); }
    std::size_t blockCount() const { return m_heap.blockCount(); }

    // Events that contradicted the state (a free of an unknown block, an alloc outside every segment) and
    // were followed as far as they could be, and segments and blocks of `before` that did not fit together.
    //
    // What follows from a contradiction is the least that the event proves: an alloc outside every segment
    // brings a segment of just its own size, an alloc over live blocks ends them, a segment_free ends the
    // blocks in it, memory that comes or goes where a segment is ends that segment.
    std::uint64_t contradictions() const { return m_contradictions; }

private:
    using Place = Heap::Place;

    void alloc(const Event& event, std::uint64_t number);
    void freeRequested(const Event& event);
    void freeCompleted(const Event& event, std::uint64_t number);
    void segmentAlloc(const Event& event, std::uint64_t number);
    void segmentFree(const Event& event);
    void segmentMap(const Event& event, std::uint64_t number);
    void segmentUnmap(const Event& event, std::uint64_t number);

    std::optional<Place> makeRoom(const Event& event, std::uint64_t rounded, std::uint64_t number);
    bool isCut(const HeapBlock& block, std::uint64_t size, std::uint64_t rounded) const;
    void endBlock(Place used, std::uint64_t number);
    bool isNewRange(const Event& event);
    bool isRange(const Event& event);
    void mapGaps(const Event& event, std::uint64_t number);
    void undoAlloc(const Event& event);
    void undoFreeRequested(const Event& event);
    void undoFreeCompleted(const Event& event, BlockState state);
    std::optional<Place> freeRangeAt(std::uint64_t address, std::uint64_t size);
    bool takesGapBehind(Place live) const;
    void unmapPart(std::uint64_t begin, std::uint64_t end, std::uint64_t number);

    AllocatorSettings m_settings;
    Heap m_heap;
    std::uint64_t m_contradictions = 0;
};

} // namespace tidemark
