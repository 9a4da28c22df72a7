// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/what_if.h"

#include <string>
#include <vector>

namespace tidemark {

// Settings worth a try.
struct Candidate {
    std::string conf; // in PYTORCH_ALLOC_CONF's syntax
    AllocatorSettings settings;
    bool emptiesCacheEachStep = false; // the program calls empty_cache() at the end of each step

    bool operator==(const Candidate&) const = default;
};

// A fixed grid of about two dozen: each key that can save memory alone, and those that help each other. Those
// with garbage_collection_threshold only when there is a limit, those that empty the cache only when the
// recording names its steps, those with keys that `version` does not know not at all.
std::vector<Candidate> candidates(const PolicyVersion& version, bool hasLimit, bool hasSteps);

struct Trial {
    Candidate candidate;
    bool isRecorded = false; // the recorded settings themselves
    std::uint64_t limit = 0; // bytes of reserved memory; 0: none
    RunFigures figures;
};

struct Suggestion {
    // Best first: fewest allocations without memory, then the lowest peak of reserved memory, then the fewest
    // device mallocs; equal runs keep the grid's order, the recorded settings in front.
    std::vector<Trial> trials;
    bool isComplete = true; // false: stopped; the trials are then none

    // Place of the recorded settings among the trials.
    std::size_t recorded() const;
    // No other settings do better.
    bool recordedIsBest() const { return recorded() == 0; }
};

// Runs the recorded settings (named `conf`) and every candidate, on `threads` threads (0: all cores), under a
// limit on reserved memory (0: the one of the recorded run, if any). watch.progress->total is set.
Suggestion suggest(const Recording& recording, std::size_t device, const CheckedProgram& checked,
    std::uint64_t limit = 0, const Watch& watch = {}, unsigned threads = 0);

} // namespace tidemark
