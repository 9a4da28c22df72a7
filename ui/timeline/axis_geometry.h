// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/curves/curve_columns.h"

namespace tidemark::ui {

// A part of the horizontal axis, in axis units (see AxisWindow).
struct AxisRange {
    double begin = 0;
    double end = 1;

    double width() const { return end - begin; }
    bool contains(double value) const { return value >= begin && value <= end; }
    bool operator==(const AxisRange&) const = default;
};

// `factor` below 1 zooms in. The value at `anchor` stays where it is.
AxisRange zoomed(const AxisRange& range, double anchor, double factor);
AxisRange shifted(const AxisRange& range, double by);
// Moved just as far as needed to have `value` inside, a twentieth of the width away from the border.
AxisRange movedToShow(const AxisRange& range, double value);

// Which part of the axis lies on which pixels (logical, from the widget's left).
struct AxisGeometry {
    TimeAxis axis = TimeAxis::Events;
    AxisRange range;
    double left = 0;
    double width = 1;

    double toPixel(double value) const { return left + (value - range.begin) / range.width() * width; }
    double toValue(double pixel) const { return range.begin + (pixel - left) / width * range.width(); }
    double right() const { return left + width; }
    // The same part, cut in device pixels.
    AxisWindow window(double devicePixelRatio) const;
};

} // namespace tidemark::ui
