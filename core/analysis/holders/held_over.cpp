// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/held_over.h"

#include "core/analysis/holders/held_allocations.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr std::uint64_t mostTicks = std::uint64_t(1) << 24;

// Events as ticks since the range's beginning. Where times go back, one inside the range may be far behind
// its end: it counts as the end.
class Clock {
public:
    Clock(const Device& device, TimeAxis axis, const EventRange& range)
        : m_times(device.events.timeUs())
        , m_range(range)
    {
        m_isTime = axis == TimeAxis::Time && !device.events.empty() && m_times[0] != 0;
        const std::uint64_t whole = range.begin >= range.end ? 0 : unitsTo(lastBorder());
        while (whole / m_tick > mostTicks)
            m_tick *= 10;
        m_span = whole / m_tick;
    }

    std::uint64_t tick() const { return m_tick; }
    std::uint64_t span() const { return m_span; }
    // Allocation::beforeRecording, too.
    std::uint64_t bornAt(std::uint64_t event) const
    {
        return event == Allocation::beforeRecording || event <= m_range.begin
            ? 0
            : std::min(unitsTo(std::min(event, lastBorder())) / m_tick, m_span);
    }
    // Allocation::never, too.
    std::uint64_t freedAt(std::uint64_t event) const
    {
        if (event >= lastBorder())
            return m_span;
        return event <= m_range.begin ? 0 : std::min(unitsTo(event) / m_tick, m_span);
    }

private:
    // The event at which the range ends: in time that is the last one in it.
    std::uint64_t lastBorder() const { return m_isTime ? m_range.end - 1 : m_range.end; }
    std::uint64_t unitsTo(std::uint64_t event) const
    {
        return m_isTime ? microsecondsBetween(m_times[m_range.begin], m_times[event]) : event - m_range.begin;
    }

    const Column<std::int64_t>& m_times;
    EventRange m_range;
    bool m_isTime = false;
    std::uint64_t m_tick = 1;
    std::uint64_t m_span = 0;
};

} // namespace

HeldOver heldOver(
    const Attribution& attribution, const Device& device, TimeAxis axis, const EventRange& range)
{
    HeldOver held;
    if (range.begin >= range.end || range.end > device.events.size())
        return held;
    const Clock clock(device, axis, range);
    held.span = clock.span();
    held.tick = clock.tick();
    for (std::size_t i = 0; i < attribution.allocations.size(); ++i) {
        const Allocation& allocation = attribution.allocations[i];
        if (!range.meets(allocation.event, allocation.freeEvent))
            continue;
        const std::uint64_t born = clock.bornAt(allocation.event);
        const std::uint64_t freed = clock.freedAt(allocation.freeEvent);
        if (freed <= born)
            continue;
        held.places.push_back(static_cast<std::uint32_t>(i));
        held.ticks.push_back(freed - born);
    }
    return held;
}

std::vector<std::uint32_t> allocatedIn(const Attribution& attribution, const EventRange& range)
{
    const auto& allocations = attribution.allocations;
    const auto isBefore = [](const Allocation& allocation, std::uint64_t event) {
        return allocation.event == Allocation::beforeRecording || allocation.event < event;
    };
    const auto first = std::lower_bound(allocations.begin(), allocations.end(), range.begin, isBefore);
    const auto last = std::lower_bound(first, allocations.end(), range.end, isBefore);
    std::vector<std::uint32_t> places(static_cast<std::size_t>(last - first));
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i] = static_cast<std::uint32_t>(static_cast<std::size_t>(first - allocations.begin()) + i);
    return places;
}

} // namespace tidemark
