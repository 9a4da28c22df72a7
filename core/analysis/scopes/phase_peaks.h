// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/device_history.h"

#include <optional>
#include <string>
#include <vector>

namespace tidemark {

// The highest level of allocated and of reserved memory in one phase of one step; the level before its first
// event counts.
struct PhasePeak {
    std::optional<std::int64_t> step; // nothing: outside steps
    std::string phase; // "forward"; "whole step"
    std::int64_t allocated = 0;
    std::int64_t reserved = 0;
    std::uint64_t position = 0; // at which allocated was highest, as in DeviceHistory
};

// Of each step in order: the whole, then its phases in the order in which they began. A phase that comes
// several times in a step counts once.
std::vector<PhasePeak> phasePeaks(
    const Recording& recording, std::size_t device, const DeviceHistory& history);

// The same of two recordings beside each other, by step and phase. Steps are matched by their numbers where
// the recordings share any, else by their order.
struct PhasePeakPair {
    std::optional<std::int64_t> step; // that of A; of B where A has none
    std::string phase;
    std::optional<PhasePeak> a;
    std::optional<PhasePeak> b;
};
std::vector<PhasePeakPair> aligned(const std::vector<PhasePeak>& a, const std::vector<PhasePeak>& b);

// The highest of each phase over all steps, in the order of `pairs`, without numbers of steps.
std::vector<PhasePeakPair> mostOfAllSteps(const std::vector<PhasePeakPair>& pairs);

} // namespace tidemark
