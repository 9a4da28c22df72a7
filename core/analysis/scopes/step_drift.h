// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/sites.h"
#include "core/analysis/scopes/step_ranges.h"

#include <string>
#include <vector>

namespace tidemark {

// One training step, in bytes of allocated memory.
struct StepLevels {
    StepRange range;
    std::int64_t begin = 0; // the level before its first event
    std::int64_t end = 0; // and behind its last one
    std::int64_t peak = 0; // the highest level inside, that before its first event included
    std::uint64_t peakPosition = 0; // as in DeviceHistory
    std::int64_t reservedPeak = 0; // of reserved memory, likewise
};

// A place whose live memory at the ends of steps keeps growing: a leak by repetition.
struct DriftingSite {
    Site site;
    std::int64_t bytesPerStep = 0; // on average since it began
    std::int64_t since = 0; // number of the first step at whose end there was more
    std::uint64_t bytes = 0; // at the end of the last whole step
    std::uint64_t count = 0; // of allocations, there
    std::int64_t countGrown = 0; // since then
};

// What training steps leave behind.
struct StepDrift {
    std::vector<StepLevels> steps;
    std::size_t wholeSteps = 0; // that have ended; the figures below are theirs
    // The median difference between the ends of one step and the next: what a step adds for good, whatever
    // the first ones set up. Nothing with fewer than two whole steps.
    std::optional<std::int64_t> bytesPerStep;
    std::vector<DriftingSite> sites; // most bytes a step first
};

// A site drifts when it rose at the ends of at least three steps, evenly, to the last, and kept at least half
// of what it rose by: caches that fill up and optimizer states made in the first step do not.
StepDrift stepDrift(const Recording& recording, std::size_t device, const DeviceHistory& history,
    const Attribution& attribution, SiteDetail detail = SiteDetail::Place);

// What it comes to: "Allocated memory at the ends of 60 steps rises by 1.00 MiB a step ..."
std::string driftSentence(const StepDrift& drift);

// For terminals: the sentence, a line a step (of many, the first and the last ones unless `all`), the sites.
std::string stepDriftText(const StepDrift& drift, bool all);

} // namespace tidemark
