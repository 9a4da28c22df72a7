// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/axis_geometry.h"

#include <algorithm>
#include <cmath>

namespace tidemark::ui {

AxisRange zoomed(const AxisRange& range, double anchor, double factor)
{
    return {anchor - (anchor - range.begin) * factor, anchor + (range.end - anchor) * factor};
}

AxisRange shifted(const AxisRange& range, double by)
{
    return {range.begin + by, range.end + by};
}

AxisRange movedToShow(const AxisRange& range, double value)
{
    if (range.contains(value))
        return range;
    const double margin = range.width() / 20;
    return value < range.begin ? shifted(range, value - margin - range.begin)
                               : shifted(range, value + margin - range.end);
}

AxisWindow AxisGeometry::window(double devicePixelRatio) const
{
    return {
        axis, range.begin, range.end, std::max(1, static_cast<int>(std::lround(width * devicePixelRatio)))};
}

} // namespace tidemark::ui
