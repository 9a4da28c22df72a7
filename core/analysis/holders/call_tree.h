// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/grouping.h"

#include <stop_token>
#include <string>
#include <vector>

namespace tidemark {

// Allocated memory, such as what is alive at one moment, as a tree, in columns for a flame graph: node 0 is
// all of it, each node holds what those below it hold and what is its own. In depth-first order, siblings
// with most bytes first: the nodes below node i are i + 1 up to, but not with, end[i]. Immutable once made.
struct CallTree {
    std::vector<std::uint32_t> parent; // of node 0: 0
    std::vector<std::uint32_t> end;
    std::vector<std::uint32_t> depth; // of node 0: 0
    std::vector<std::uint64_t> bytes; // with all below; siblings' sum to no more than the parent's
    std::vector<std::uint64_t> count; // allocations, likewise
    std::vector<std::string> name; // "all", "features.0", "forward (model.py:31)"

    std::size_t size() const { return parent.size(); }
    std::uint64_t ownBytes(std::size_t node) const; // that none below it holds
};

// Of the allocations `alive` (see AliveAllocations::at). By stack: the frames, outermost first. By operator:
// the operator, then the modules. Else the group, below it the module's path part by part, and the operator.
// What the recording does not tell has no level of its own, but for a group. `stop` ends it early: then the
// rest is not there. Costs a path for each kind of allocation, and no more than a sum for each of a kind.
CallTree callTreeOf(const Recording& recording, const Attribution& attribution, const Grouping& grouping,
    std::span<const std::uint32_t> alive, const std::stop_token& stop = {});

} // namespace tidemark
