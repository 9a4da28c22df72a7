// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/sites.h"
#include "core/analysis/scopes/step_ranges.h"
#include "core/base/bytes.h"

#include <stop_token>
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
    std::int64_t since = 0; // number of the first step at whose end there was more for good
    std::size_t steps = 0; // whole ones since then, that one included
    std::size_t rises = 0; // of them, those at whose end there was more for good
    std::uint64_t bytes = 0; // at the end of the last whole step
    std::uint64_t count = 0; // of allocations, there
    std::int64_t countGrown = 0; // since then
};

// What training steps leave behind.
struct StepDrift {
    static constexpr std::size_t fewestSteps = 4; // that tell drift

    std::vector<StepLevels> steps;
    std::size_t wholeSteps = 0; // that have ended; the figures below are theirs
    // What a step adds for good: what the drifting places gain in it together, or where no place drifts, what
    // all allocations together gain by the same rule. 0: it does not drift. Nothing with fewer than
    // `fewestSteps` whole steps, which cannot tell.
    std::optional<std::int64_t> bytesPerStep;
    std::vector<DriftingSite> sites; // most bytes a step first
};

// A place has more for good at the end of a step when no later end has as little as those before. It drifts
// since the first such step from which on, with the steps until the last whole one cut into three parts,
//   - there is more for good in each part, in three steps at least;
//   - the last part's ends all have more than any end before it but those of the second part;
//   - what was waited since the last rise is no longer than the longest wait between two of them.
// So a leak counts in whatever steps it comes back: in each, in every fifth, or in some at a time, by blocks
// or in one that is made anew and larger. What the first steps set up does not, nor a cache that is full,
// what is freed every so many steps, and what happened once. What the first step adds counts only where a
// later one adds as much.
//
// What `attribution` leaves out, such as suppressed places, is no part of drift; the steps' own levels hold
// it all the same. Where `stop` ends it early, sites are missing.
StepDrift stepDrift(const Recording& recording, std::size_t device, const DeviceHistory& history,
    const Attribution& attribution, SiteDetail detail = SiteDetail::Place, const std::stop_token& stop = {});

// What it comes to: "Allocated memory at the ends of 60 steps rises by 1.00 MiB a step ..."
std::string driftSentence(const StepDrift& drift, ByteUnits units = ByteUnits::Binary);

// For terminals: the sentence, a line a step (of many, the first and the last ones unless `all`), the sites.
std::string stepDriftText(const StepDrift& drift, bool all);

} // namespace tidemark
