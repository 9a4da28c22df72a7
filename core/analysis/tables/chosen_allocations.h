// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/allocation_facts.h"

namespace tidemark {

// Which allocations a choice holds, made ready once for any number of them. The facts must outlive it.
class ChosenAllocations {
public:
    ChosenAllocations(const AllocationFacts& facts, const AllocationChoice& choice);

    bool hold(std::size_t place) const;
    // By place. Stopped: no more are looked at, and those that are left are not held.
    std::vector<bool> all(const std::stop_token& stop) const;

private:
    const AllocationFacts& m_facts;
    AllocationChoice m_choice;
    HeldAllocations m_held; // whatever segment they lie in
};

} // namespace tidemark
