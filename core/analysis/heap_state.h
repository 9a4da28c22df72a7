// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_settings.h"
#include "core/analysis/level.h"
#include "core/trace/recording.h"

namespace tidemark {

// All segments and blocks of one device at one moment, moved on event by event. Follows a recorded trace:
// which block an `alloc` took, and how much of it, comes from the free block at its address and PyTorch's own
// splitting rule (size_rules), so the figures equal the allocator's. A plain value: a copy is a checkpoint.
class HeapState {
public:
    // `before`: the state before the first event; null for an empty allocator.
    HeapState(const AllocatorSettings& settings, const SegmentList* before);

    // `number` is the event's place in the device's trace.
    void apply(const Event& event, std::uint64_t number);

    const Level& level() const;
    SegmentList segments() const;

    // Events that contradicted the state (a free of an unknown block, an alloc outside every segment) and
    // were followed as far as they could be.
    std::uint64_t contradictions() const;
};

} // namespace tidemark
