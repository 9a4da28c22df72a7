// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/alive_allocations.h"
#include "core/analysis/holders/group_by.h"

#include <string>
#include <vector>

namespace tidemark {

// Allocations that have something in common.
struct MemoryGroup {
    static constexpr std::uint32_t noParent = UINT32_MAX;

    std::string name; // "activation", "features.0", "step 3"; of what is not told "outside any module"
    // Of modules: the one whose path is this one's without its last part. Parents come before children.
    std::uint32_t parent = noParent;
    // Stacking order: the enumerator's place for categories and dtypes, the order in time for phases and
    // steps, else in which they were found.
    std::uint32_t order = 0;
    bool isTold = true; // false: the recording does not say what these allocations have in common
    MemoryCategory category = MemoryCategory::Unexplained; // by category only
    StackIndex stack; // by stack only
};

// To which group each allocation belongs: to one and only one. Immutable once made.
struct Grouping {
    GroupBy by = GroupBy::Category;
    std::vector<MemoryGroup> groups; // by order
    std::vector<std::uint32_t> groupOf; // by place in Attribution::allocations
    bool isComplete = true; // false: stopped

    // Whether the recording tells anything of the kind.
    bool isTold() const;
};

// `attribution` is that of the device. Phases and steps are the device's annotations, the innermost one that
// holds the alloc event. A module is the one that owns the tensor where its label names it (a parameter, its
// gradient, its optimizer state), else the innermost scope in which it was allocated.
Grouping groupAllocations(const Recording& recording, std::size_t device, const Attribution& attribution,
    GroupBy by, const std::stop_token& stop = {});

// What a group holds at one moment.
struct GroupHolding {
    std::uint32_t group = 0; // place in Grouping::groups
    std::uint64_t bytes = 0; // of its own allocations
    std::uint64_t count = 0;
    std::uint64_t totalBytes = 0; // with those of the groups below it
    std::uint64_t totalCount = 0;
};

// Groups that hold anything, most bytes first; parents of such groups, too. `alive` as AliveAllocations::at()
// gives them; then the `bytes` together are exactly the allocated curve's value.
std::vector<GroupHolding> holdingsOf(
    const Grouping& grouping, const Attribution& attribution, std::span<const std::uint32_t> alive);

} // namespace tidemark
