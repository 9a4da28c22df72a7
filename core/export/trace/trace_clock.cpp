// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/trace/trace_clock.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr std::int64_t nsInUs = 1000;

// Far from where a sum of nanoseconds could go wrong; only a broken file has more.
constexpr std::int64_t longestUs = INT64_MAX / (4 * nsInUs);

bool hasEventTimes(const Device& device)
{
    return !device.events.empty() && device.events.timeUs().back() != 0;
}

} // namespace

std::int64_t traceBegin(const Recording& recording)
{
    std::int64_t first = INT64_MAX;
    const auto take = [&first](std::int64_t timeUs) {
        if (timeUs > 0)
            first = std::min(first, timeUs);
    };
    for (const Device& device : recording.devices) {
        if (hasEventTimes(device))
            take(device.events.timeUs()[0]);
        if (!device.driver.empty())
            take(device.driver[0].timeUs);
        for (const SampledCurve& curve : device.curves)
            if (!curve.timeUs.empty())
                take(curve.timeUs[0]);
    }
    for (const Annotation& annotation : recording.annotations)
        take(annotation.startUs);
    for (const Mark& mark : recording.marks)
        take(mark.timeUs);
    return first == INT64_MAX ? 0 : std::min(first - 1, longestUs);
}

TraceClock::TraceClock(const Device& device, std::int64_t beginUs)
    : m_beginUs(beginUs)
    , m_eventCount(device.events.size())
    , m_hasTimes(hasEventTimes(device) || device.events.empty())
{
    if (!hasEventTimes(device))
        return;
    m_ns.reserve(m_eventCount);
    std::int64_t newest = 0;
    for (std::size_t i = 0; i < m_eventCount; ++i) {
        newest = std::max(of(device.events.timeUs()[i], i), newest + 1);
        m_ns.push_back(newest);
    }
}

std::int64_t TraceClock::ofEvent(std::uint64_t event) const
{
    if (event < m_ns.size())
        return m_ns[event];
    if (!m_ns.empty())
        return end();
    return static_cast<std::int64_t>(std::min<std::uint64_t>(event, m_eventCount) + 1) * nsInUs;
}

std::int64_t TraceClock::of(std::int64_t timeUs, std::uint64_t event) const
{
    if (!m_hasTimes)
        return ofEvent(event);
    return std::clamp(timeUs, m_beginUs, m_beginUs + longestUs) * nsInUs - m_beginUs * nsInUs;
}

std::int64_t TraceClock::end() const
{
    return m_ns.empty() ? static_cast<std::int64_t>(m_eventCount + 1) * nsInUs : m_ns.back() + 1;
}

} // namespace tidemark
