// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/curves/curve_columns.h"

#include "core/base/time_distance.h"

#include <algorithm>
#include <cmath>

namespace tidemark {

namespace {

// Microseconds since the first event.
std::int64_t sinceFirst(const Device& device, std::int64_t timeUs)
{
    return timeDistance(device.events.timeUs()[0], timeUs);
}

// The number of events in [from, count) and before it whose time is at most `value` (or, with `isBefore`,
// smaller), for times that rise. Where they do not quite, an answer that never falls below `from`.
std::size_t eventsUntil(
    const Device& device, std::size_t from, std::size_t count, double value, bool isBefore = false)
{
    return device.events.timeUs().partitionPoint(from, count, [&](std::int64_t timeUs) {
        const auto t = static_cast<double>(sinceFirst(device, timeUs));
        return isBefore ? t < value : t <= value;
    });
}

std::size_t wholeEvents(double value, std::size_t count)
{
    if (!(value > 0)) // NaN as well
        return 0;
    return value >= static_cast<double>(count) ? count : static_cast<std::size_t>(value);
}

template <class ValueOf>
std::vector<std::size_t> bordersAt(
    const Device& device, std::size_t eventCount, TimeAxis axis, std::size_t borderCount, ValueOf valueOf)
{
    const std::size_t count = std::min(eventCount, device.events.size());
    std::vector<std::size_t> borders;
    borders.reserve(borderCount);
    std::size_t last = 0;
    for (std::size_t i = 0; i < borderCount; ++i) {
        const double value = valueOf(i);
        if (axis == TimeAxis::Events)
            last = std::max(last, wholeEvents(value, count));
        else
            last = eventsUntil(device, last, count, value, i == 0);
        borders.push_back(last);
    }
    return borders;
}

} // namespace

std::vector<std::size_t> columnBorders(const Device& device, std::size_t eventCount, const AxisWindow& window)
{
    const auto columns = static_cast<std::size_t>(std::max(window.columns, 0));
    return bordersAt(device, eventCount, window.axis, columns + 1, [&](std::size_t i) {
        const double part = columns == 0 ? 0 : static_cast<double>(i) / static_cast<double>(columns);
        return window.begin + (window.end - window.begin) * part;
    });
}

std::vector<std::size_t> columnBorders(
    const Device& device, std::size_t eventCount, TimeAxis axis, std::span<const double> values)
{
    return bordersAt(device, eventCount, axis, values.size(), [values](std::size_t i) { return values[i]; });
}

std::vector<CurveColumn> curveColumns(
    const DeviceHistory& history, Curve curve, std::span<const std::size_t> borders)
{
    return curveColumns(history.curve(curve), history.valueAt(curve, 0), borders);
}

std::vector<CurveColumn> curveColumns(
    const Pyramid& values, std::int64_t initial, std::span<const std::size_t> borders)
{
    std::vector<CurveColumn> result;
    if (borders.size() < 2)
        return result;
    result.reserve(borders.size() - 1);
    const std::size_t count = values.size();
    const auto valueAt = [&](std::size_t position) {
        const std::size_t known = std::min(position, count);
        return known == 0 ? initial : values[known - 1];
    };
    std::int64_t entering = valueAt(borders[0]);
    for (std::size_t i = 0; i + 1 < borders.size(); ++i) {
        CurveColumn column = {entering, entering, entering, entering};
        const std::size_t begin = std::min(borders[i], count);
        const std::size_t end = std::min(borders[i + 1], count);
        if (begin < end) {
            const Pyramid::Extremes extremes = values.extremes(begin, end);
            column.min = extremes.min;
            column.max = extremes.max;
            column.last = valueAt(end);
        }
        entering = column.last;
        result.push_back(column);
    }
    return result;
}

double microsecondsSinceFirst(const Device& device, std::int64_t timeUs)
{
    return device.events.empty() ? 0 : static_cast<double>(sinceFirst(device, timeUs));
}

double axisValue(const Device& device, TimeAxis axis, std::size_t position)
{
    if (axis == TimeAxis::Events)
        return static_cast<double>(position);
    const std::size_t event = std::min(position, device.events.size());
    return event == 0 ? 0 : static_cast<double>(sinceFirst(device, device.events.timeUs()[event - 1]));
}

std::size_t positionAt(const Device& device, std::size_t eventCount, TimeAxis axis, double value)
{
    const std::size_t count = std::min(eventCount, device.events.size());
    if (axis == TimeAxis::Events)
        return wholeEvents(value, count);
    return eventsUntil(device, 0, count, value);
}

} // namespace tidemark
