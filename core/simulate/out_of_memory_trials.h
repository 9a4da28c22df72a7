// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/reserved/out_of_memory_report.h"
#include "core/simulate/suggestion.h"

#include <string>
#include <vector>

namespace tidemark {

// Other settings for a program that ran out of memory.
struct OomTrial {
    Candidate candidate;
    bool serves = false; // the request that was refused
    std::uint64_t refusedBefore = 0; // requests before it that would have been refused, and were not
    RunFigures figures;
};

// What the simulator says of one request that was refused: the recorded program under other settings, with as
// much memory as the process could have had at that moment.
struct OomTrials {
    std::uint64_t limit = 0; // bytes of reserved memory: OutOfMemoryReport::roomInAll()
    // The recorded settings refuse it there, too. Else the simulator does not follow this recording, and the
    // trials tell nothing.
    bool isRefusedAsRecorded = false;
    std::vector<OomTrial> trials; // expandable_segments, and max_split_size_mb by size
    bool isComplete = true; // false: stopped
};

// `report` is of the device that `checked` was made from, and knows the request.
OomTrials outOfMemoryTrials(const Device& device, const CheckedProgram& checked,
    const OutOfMemoryReport& report, const Watch& watch = {});

// The trials in words, a line each.
std::string plainText(const OomTrials& trials);

} // namespace tidemark
