// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/device_history.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tidemark {

// The horizontal axis of a timeline: event numbers or time.
enum class TimeAxis : std::uint8_t { Events, Time };

// One pixel column of one curve. A spike narrower than the pixel is inside [min, max], with its exact value.
struct CurveColumn {
    std::int64_t first = 0; // value on entering the column
    std::int64_t min = 0;
    std::int64_t max = 0;
    std::int64_t last = 0; // value on leaving it
};

// The part of an axis that a view shows: [begin, end) in positions (Events) or microseconds (Time, since the
// device's first event), cut in `columns` pixels. May reach beyond the recording on either side.
struct AxisWindow {
    TimeAxis axis = TimeAxis::Events;
    double begin = 0;
    double end = 1;
    int columns = 1;
};

// Position at each of the window's columns + 1 borders, never decreasing: column i covers the positions
// (borders[i], borders[i + 1]]; its entering value holds at borders[i].
std::vector<std::size_t> columnBorders(
    const Device& device, std::size_t eventCount, const AxisWindow& window);
// The same for borders that do not lie evenly: at each of `values`, which never decrease.
std::vector<std::size_t> columnBorders(
    const Device& device, std::size_t eventCount, TimeAxis axis, std::span<const double> values);

std::vector<CurveColumn> curveColumns(
    const DeviceHistory& history, Curve curve, std::span<const std::size_t> borders);
// Of any curve by event, which was `initial` before the first one.
std::vector<CurveColumn> curveColumns(
    const Pyramid& values, std::int64_t initial, std::span<const std::size_t> borders);

// A moment since the Unix epoch in microseconds since the device's first event.
double microsecondsSinceFirst(const Device& device, std::int64_t timeUs);

// Where a position lies on the axis, and the position that holds at a place on the axis.
double axisValue(const Device& device, TimeAxis axis, std::size_t position);
std::size_t positionAt(const Device& device, std::size_t eventCount, TimeAxis axis, double value);

} // namespace tidemark
