// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/memory_stats.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tidemark {

// What one scope did in one visit, one step, or at most in any step. Bytes are those of allocated memory.
struct ScopeFigures {
    std::uint64_t visits = 0;
    std::optional<std::int64_t> step; // that the next seven are of
    std::int64_t before = 0; // the device's level on entry, the first time in the step
    std::int64_t added = 0; // by the scope's own thread while inside
    std::int64_t freed = 0;
    std::int64_t peak = 0; // of the device while inside, its level on entry included
    std::uint64_t peakPosition = 0;
    std::uint64_t begin = 0; // position at the first entry
    std::uint64_t end = 0; // and behind the last event inside
    std::vector<Stat> stats; // by gauge
};

// The figures of all scopes, by node of a ScopeTree: visits are added up to steps, and steps laid over each
// other. Several visits in one step: peaks are the highest, allocated and freed add up, current is the last
// (pytorch_memlab's _accumulate_line_records). Several steps: the most of each figure; what was there before,
// added and freed is told of the step in which the scope's peak was highest, so that these fit together.
class ScopeTally {
public:
    // A visit; `stats` by gauge.
    void add(std::uint32_t node, const ScopeFigures& visit);

    // The step has ended: its figures join those of the steps before.
    void foldStep(std::optional<std::int64_t> number);
    // The same, and these are what the step's figures were, by node.
    std::vector<ScopeFigures> takeStep(std::optional<std::int64_t> number);

    // Of all steps so far, by node; without visits where there was none.
    const std::vector<ScopeFigures>& most() const { return m_most; }

private:
    std::vector<ScopeFigures> m_step;
    std::vector<std::uint32_t> m_touched; // nodes that the step has visited
    std::vector<ScopeFigures> m_most;
};

} // namespace tidemark
