// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

namespace tidemark {

// What a device's events say about their own completeness.
struct HistoryFinding {
    History history = History::None;
    bool tellsOfMemory = false; // there is an event that moves memory; else only marks, if any
    std::uint64_t strangers =
        0; // frees of what the events never allocated, allocations of what they never freed
    bool endDiffers = false; // `after` holds what the events never made, or misses what they did
};

// One pass over the events of a device. Whole: everything that the events free they have made, and `after`,
// where known, holds exactly what they left. `overflowed`: the file says that older events were overwritten.
HistoryFinding checkHistory(const Device& device, bool overflowed);

} // namespace tidemark
