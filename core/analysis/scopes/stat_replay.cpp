// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scopes/stat_replay.h"

#include "core/trace/memory_events.h"

#include <algorithm>

namespace tidemark {

namespace {

// Whether the segment in which such an event happens is there before it, and may not be behind it.
bool endsSomething(Action action)
{
    return action == Action::FreeRequested || action == Action::FreeCompleted || action == Action::SegmentFree
        || action == Action::SegmentUnmap;
}

} // namespace

StatReplay::StatReplay(const Device& device, const DeviceHistory& history, std::vector<StatGauge> gauges)
    : m_device(device)
    , m_history(history)
    , m_gauges(std::move(gauges))
    , m_byPool(std::any_of(m_gauges.begin(), m_gauges.end(),
          [](const StatGauge& gauge) { return gauge.pool != StatPool::All; }))
    , m_state(history.stateAt(device, 0))
    , m_levels(poolLevelsOf(m_state.heap()))
    , m_now(m_gauges.size())
    , m_peaks(m_gauges.size())
{
    for (std::size_t i = 0; i < m_gauges.size(); ++i)
        m_now[i].current = figureOf(m_levels, m_gauges[i].kind, m_gauges[i].pool);
}

std::size_t StatReplay::poolOf(std::uint64_t address) const
{
    const HeapSegment* segment = m_state.heap().segmentCovering(address);
    return static_cast<std::size_t>(segment && segment->isLarge ? StatPool::Large : StatPool::Small);
}

void StatReplay::follow(const Event& event)
{
    const Level before = m_state.level();
    const bool isLast = m_position + 1 == m_device.events.size();
    const std::size_t poolBefore = m_byPool && endsSomething(event.action) ? poolOf(event.address) : 0;
    m_state.apply(event, m_position);
    if (isLast && m_history.endDiffers()) {
        m_state = m_history.stateAt(m_device, m_position + 1);
        m_levels = poolLevelsOf(m_state.heap());
        return;
    }
    if (m_byPool) {
        const std::size_t pool = endsSomething(event.action) ? poolBefore : poolOf(event.address);
        addDifference(m_levels[pool], before, m_state.level());
    }
    m_levels[0] = m_state.level();
}

void StatReplay::next()
{
    const Event event = m_history.followed(m_device, m_position);
    const bool isLast = m_position + 1 == m_device.events.size();
    const bool changes = movesMemory(event.action) || (isLast && m_history.endDiffers());
    if (changes)
        follow(event);
    ++m_position;
    for (std::size_t i = 0; changes && i < m_gauges.size(); ++i) {
        Stat& stat = m_now[i];
        const std::int64_t value = figureOf(m_levels, m_gauges[i].kind, m_gauges[i].pool);
        if (value == stat.current)
            continue;
        (value > stat.current ? stat.allocated : stat.freed) += std::abs(value - stat.current);
        stat.current = value;
        m_peaks[i].change(m_position, value, m_newestMark);
    }
}

void StatReplay::keep(Mark& mark)
{
    m_newestMark = m_position;
    mark.position = m_position;
    mark.stats.assign(m_now.begin(), m_now.end());
}

void StatReplay::since(const Mark& mark, std::vector<Stat>& stats) const
{
    stats.assign(m_now.begin(), m_now.end());
    for (std::size_t i = 0; i < stats.size(); ++i) {
        const Stat& then = mark.stats[i];
        const auto peak = m_peaks[i].behind(mark.position);
        stats[i].peak = std::max(then.current, peak ? peak->value : then.current);
        stats[i].allocated -= then.allocated;
        stats[i].freed -= then.freed;
    }
}

std::uint64_t StatReplay::peakPosition(const Mark& mark, std::size_t gauge) const
{
    const auto peak = m_peaks[gauge].behind(mark.position);
    return peak && peak->value > mark.stats[gauge].current ? peak->position : mark.position;
}

} // namespace tidemark
