// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scopes/scope_tally.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

void addVisit(ScopeFigures& sum, const ScopeFigures& visit)
{
    if (sum.visits++ == 0) {
        sum = visit;
        sum.visits = 1;
        return;
    }
    sum.added += visit.added;
    sum.freed += visit.freed;
    if (visit.peak > sum.peak) {
        sum.peak = visit.peak;
        sum.peakPosition = visit.peakPosition;
    }
    // Visits of several threads are told as they are known to be over, in no order.
    if (visit.begin < sum.begin) {
        sum.begin = visit.begin;
        sum.before = visit.before;
    }
    const bool isLast = visit.end >= sum.end;
    sum.end = std::max(sum.end, visit.end);
    for (std::size_t i = 0; i < sum.stats.size(); ++i) {
        if (isLast)
            sum.stats[i].current = visit.stats[i].current;
        sum.stats[i].peak = std::max(sum.stats[i].peak, visit.stats[i].peak);
        sum.stats[i].allocated += visit.stats[i].allocated;
        sum.stats[i].freed += visit.stats[i].freed;
    }
}

void takeMost(ScopeFigures& most, const ScopeFigures& step)
{
    if (most.visits == 0) {
        most = step;
        return;
    }
    const std::uint64_t visits = std::max(most.visits, step.visits);
    std::vector<Stat> stats = std::move(most.stats);
    for (std::size_t i = 0; i < stats.size(); ++i) {
        stats[i].current = std::max(stats[i].current, step.stats[i].current);
        stats[i].peak = std::max(stats[i].peak, step.stats[i].peak);
        stats[i].allocated = std::max(stats[i].allocated, step.stats[i].allocated);
        stats[i].freed = std::max(stats[i].freed, step.stats[i].freed);
    }
    if (step.peak > most.peak)
        most = step;
    most.stats = std::move(stats);
    most.visits = visits;
}

} // namespace

void ScopeTally::add(std::uint32_t node, const ScopeFigures& visit)
{
    if (node >= m_step.size())
        m_step.resize(node + 1);
    if (m_step[node].visits == 0)
        m_touched.push_back(node);
    addVisit(m_step[node], visit);
}

void ScopeTally::foldStep(std::optional<std::int64_t> number)
{
    m_most.resize(m_step.size());
    for (const std::uint32_t node : m_touched) {
        m_step[node].step = number;
        takeMost(m_most[node], m_step[node]);
        m_step[node].visits = 0; // its memory serves the next step
    }
    m_touched.clear();
}

std::vector<ScopeFigures> ScopeTally::takeStep(std::optional<std::int64_t> number)
{
    std::vector<ScopeFigures> step(m_step.size());
    for (const std::uint32_t node : m_touched) {
        step[node] = m_step[node];
        step[node].step = number;
    }
    foldStep(number);
    return step;
}

} // namespace tidemark
