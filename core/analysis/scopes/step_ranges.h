// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <cstdint>
#include <vector>

namespace tidemark {

// One training step of a device in its events.
struct StepRange {
    std::int64_t number = 0; // its own ("step 12"), or counted from one where the steps have none
    std::uint64_t begin = 0; // first event inside
    std::uint64_t end = 0; // first event behind
    bool hasEnded = true; // false: the recording stops, or stands, in the middle of it, or memory ran out
                          // there and nothing was allocated any more

    bool operator==(const StepRange&) const = default;
};

// The steps that annotations tell, in order; they never overlap. Those in which nothing happened on the
// device are left out.
std::vector<StepRange> stepRanges(const Recording& recording, std::size_t device);

} // namespace tidemark
