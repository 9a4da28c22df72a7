// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/replay/memory_filter.h"
#include "core/base/progress.h"

#include <stop_token>

namespace tidemark {

// How much memory is reserved and free, and how much of it in one piece, over the events of one device.
// Indexed like DeviceHistory::curve: free[k] and largest[k] hold just after event k. Bytes.
struct FragmentationCurves {
    std::int64_t freeBefore = 0; // before the first event
    std::int64_t largestBefore = 0;
    Pyramid free; // all free blocks together
    Pyramid largest; // the largest free block; 0 when there is none
    bool isComplete = true; // false: stopped; the curves end early
};

// Follows the device's events once. `only` leaves the blocks of a part of the memory, else those of the whole
// device count. `progress`, in events, may be null.
FragmentationCurves fragmentationCurves(const AnalyzedRecording& analyzed, std::size_t device,
    const MemoryFilter& only = {}, Progress* progress = nullptr, const std::stop_token& stop = {});

} // namespace tidemark
