// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_settings.h"
#include "core/trace/recording.h"

#include <stop_token>

namespace tidemark {

// The state before a trace's first event, rebuilt from the segments at its end by undoing every event.
struct InitialState {
    SegmentList segments;
    // Events that the state at the end contradicts: entries are missing, or the segments are newer than the
    // trace (PyTorch takes the two under separate locks).
    std::uint64_t contradictions = 0;
    // Blocks that may be larger than rebuilt: see HeapState::undo.
    std::uint64_t leastSizeBlocks = 0;
    bool isComplete = true; // false: stopped before the first event was reached
};

// `device.after` must be there.
InitialState rebuildInitialState(
    const Device& device, const AllocatorSettings& settings, const std::stop_token& stop = {});

} // namespace tidemark
