// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/devices/driver_view.h"

#include <algorithm>

namespace tidemark {

namespace {

std::optional<std::int64_t> known(std::int64_t figure)
{
    return figure < 0 ? std::nullopt : std::optional(figure);
}

// Of a recording that grows, samples may come before the events they stand behind.
bool isFollowed(const DriverSample& sample, const DeviceHistory& history)
{
    return sample.event <= history.eventCount();
}

// The parts of `used` that belong to somebody.
void tellParts(DriverFigures& figures)
{
    if (figures.process && *figures.process >= figures.reserved)
        figures.outside = *figures.process - figures.reserved;
    // The two come from two questions: a process that seems to use more than all is alone.
    if (figures.used && figures.process)
        figures.others = std::max<std::int64_t>(0, *figures.used - *figures.process);
    else if (figures.used && *figures.used >= figures.reserved)
        figures.outsideAndOthers = *figures.used - figures.reserved;
}

void raise(
    std::optional<DriverPeaks::Peak>& peak, const std::optional<std::int64_t>& bytes, std::size_t sample)
{
    if (bytes && (!peak || *bytes > peak->bytes))
        peak = DriverPeaks::Peak{*bytes, sample};
}

} // namespace

DriverFigures driverFigures(const Device& device, const DeviceHistory& history, const DriverSample& sample)
{
    DriverFigures figures;
    figures.timeUs = sample.timeUs;
    figures.position = static_cast<std::size_t>(std::min<std::uint64_t>(sample.event, history.eventCount()));
    figures.reserved = history.valueAt(Curve::Reserved, figures.position);
    figures.used = known(sample.used);
    if (!figures.used) {
        figures.used = known(sample.nvmlUsed);
        figures.isUsedByNvml = figures.used.has_value();
    }
    figures.process = known(sample.processUsed);
    figures.processSource = figures.process ? sample.processSource : ProcessMemorySource::Unknown;
    figures.isTorn = (figures.process && *figures.process < figures.reserved)
        || (figures.used && *figures.used < figures.reserved);
    tellParts(figures);
    const auto capacity = static_cast<std::int64_t>(std::min<std::uint64_t>(device.capacity, INT64_MAX));
    if (figures.used && capacity >= *figures.used)
        figures.free = capacity - *figures.used;
    return figures;
}

std::optional<DriverFigures> driverFiguresAt(
    const Device& device, const DeviceHistory& history, std::size_t position)
{
    const std::size_t behind = device.driver.partitionPoint(
        0, device.driver.size(), [position](const DriverSample& sample) { return sample.event <= position; });
    if (behind == 0)
        return std::nullopt;
    return driverFigures(device, history, device.driver[behind - 1]);
}

DriverPeaks driverPeaks(const Device& device, const DeviceHistory& history)
{
    DriverPeaks peaks;
    for (std::size_t i = 0; i < device.driver.size() && isFollowed(device.driver[i], history); ++i) {
        const DriverFigures figures = driverFigures(device, history, device.driver[i]);
        raise(peaks.used, figures.used, i);
        raise(peaks.process, figures.process, i);
        raise(peaks.outside, figures.outside, i);
        raise(peaks.others, figures.others, i);
        raise(peaks.outsideAndOthers, figures.outsideAndOthers, i);
        peaks.torn += figures.isTorn ? 1 : 0;
    }
    return peaks;
}

void DriverSteps::advance(const Device& device, const DeviceHistory& history)
{
    for (; m_seen < device.driver.size() && isFollowed(device.driver[m_seen], history); ++m_seen) {
        const DriverFigures figures = driverFigures(device, history, device.driver[m_seen]);
        DriverStep step;
        step.position = figures.position;
        step.outside = figures.outside;
        if (figures.used && *figures.used >= figures.reserved)
            step.beyond = *figures.used - figures.reserved;
        m_tellsProcess = m_tellsProcess || step.outside;
        m_tellsUse = m_tellsUse || step.beyond;
        // A torn sample says nothing of what lies beyond: that stays as it was.
        if (figures.isTorn
            || (step.outside == (m_steps.empty() ? std::nullopt : m_steps.back().outside)
                && step.beyond == (m_steps.empty() ? std::nullopt : m_steps.back().beyond)))
            continue;
        if (!m_steps.empty() && m_steps.back().position == step.position)
            m_steps.back() = step;
        else
            m_steps.push_back(step);
    }
}

} // namespace tidemark
