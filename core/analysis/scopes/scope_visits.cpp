// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scopes/scope_visits.h"

#include <algorithm>

namespace tidemark {

void ScopeVisits::open(std::uint32_t node, const ByteFlow& flow)
{
    if (m_count == m_visits.size())
        m_visits.emplace_back();
    ScopeVisit& visit = m_visits[m_count++];
    visit.node = node;
    visit.flowBefore = flow;
    visit.isKept = false;
    m_replay.keep(visit.begin);
}

void ScopeVisits::measure(ScopeVisit& visit) const
{
    m_replay.since(visit.begin, visit.stats);
    visit.peakPosition = m_replay.peakPosition(visit.begin, 0);
    visit.end = m_replay.position();
}

void ScopeVisits::keepEnds()
{
    for (std::size_t i = 0; i < m_count; ++i) {
        measure(m_visits[i]);
        m_visits[i].isKept = true;
    }
}

void ScopeVisits::goOn(std::size_t depth)
{
    for (std::size_t i = 0; i < depth; ++i)
        m_visits[i].isKept = false;
}

void ScopeVisits::tell(ScopeVisit& visit, const ByteFlow& flow, ScopeTally& tally)
{
    if (!visit.isKept && visit.begin.position == m_replay.position())
        return; // nothing has happened inside
    if (!visit.isKept)
        measure(visit);
    m_figures.before = visit.begin.stats.front().current;
    m_figures.added = flow.added - visit.flowBefore.added;
    m_figures.freed = flow.freed - visit.flowBefore.freed;
    m_figures.peak = visit.stats.front().peak;
    m_figures.peakPosition = visit.peakPosition;
    m_figures.begin = visit.begin.position;
    m_figures.end = visit.end;
    m_figures.stats.assign(visit.stats.begin(), visit.stats.end());
    tally.add(visit.node, m_figures);
}

void ScopeVisits::close(std::size_t depth, const ByteFlow& flow, ScopeTally& tally)
{
    for (; m_count > depth; --m_count)
        tell(m_visits[m_count - 1], flow, tally);
}

void ScopeVisits::closeOne(std::size_t place, const ByteFlow& flow, ScopeTally& tally)
{
    const auto at = m_visits.begin() + static_cast<std::ptrdiff_t>(place);
    tell(*at, flow, tally);
    std::rotate(at, at + 1, m_visits.begin() + static_cast<std::ptrdiff_t>(m_count));
    --m_count;
}

} // namespace tidemark
