// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/chosen_allocations.h"

namespace tidemark {

namespace {

MemoryFilter inAllSegments(const AllocationFilter& allocations)
{
    MemoryFilter filter;
    filter.allocations = allocations;
    return filter;
}

} // namespace

ChosenAllocations::ChosenAllocations(const AllocationFacts& facts, const AllocationChoice& choice)
    : m_facts(facts)
    , m_choice(choice)
    , m_held(inAllSegments(choice.filter.allocations), facts.about())
{ }

bool ChosenAllocations::hold(std::size_t place) const
{
    if (m_choice.within && !m_facts.isIn(place, *m_choice.within))
        return false;
    const MemoryFilter& filter = m_choice.filter;
    if (filter.isAll())
        return true;
    const KnownSegment* segment = m_facts.places.segment(place);
    return (filter.holdsAllSegments() || (segment && filter.holds(*segment)))
        && m_held.hold(m_facts.allocation(place));
}

std::vector<bool> ChosenAllocations::all(const std::stop_token& stop) const
{
    constexpr std::size_t allocationsBetweenLooks = 65536;
    std::vector<bool> held(m_facts.attribution->allocations.size());
    for (std::size_t i = 0; i < held.size(); ++i) {
        if (i % allocationsBetweenLooks == 0 && stop.stop_requested())
            break;
        held[i] = hold(i);
    }
    return held;
}

} // namespace tidemark
