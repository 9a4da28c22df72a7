// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"

#include <memory>

namespace tidemark::tests {

// How ranksRecording() makes its ranks.
struct Ranks {
    int count = 4;
    int steps = 6;
    int larger = -1; // the rank that holds `surplus` bytes more; -1: none
    std::uint64_t surplus = 600u << 20;
    double slowdown = 0.05; // each rank is so much slower than the one before
};

// The training of tests/ui/timeline, followed by the real allocator, once for each rank; each begins 3 ms
// after the one before and is slower. Always the same.
Recording ranksRecording(const Ranks& ranks);

// The two ranks of ddp_rank0.pickle and ddp_rank1.pickle, recorded on two GPUs.
Recording realRanks();

// What it was at a moment: everything later is left out.
Recording untilTime(const Recording& recording, std::int64_t timeUs);

std::int64_t firstTime(const Recording& recording);
std::int64_t lastTime(const Recording& recording);

} // namespace tidemark::tests
