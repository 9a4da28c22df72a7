// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_view.h"

#include <algorithm>

namespace tidemark::ui {

RowAxis MapView::axisOf(std::uint64_t segmentSize) const
{
    const std::uint64_t span = scale == MapScale::Common ? longest : segmentSize;
    const double bytes = std::max(static_cast<double>(span), 1.0);
    return {origin * bytes, bytes / (std::max(width, 1) * zoom)};
}

std::pair<std::size_t, std::size_t> MapView::visibleRows(std::size_t rowCount) const
{
    const std::int64_t pitch = std::max(rowPitch, 1);
    const std::int64_t count = static_cast<std::int64_t>(rowCount);
    const std::int64_t first = std::clamp<std::int64_t>(scroll / pitch, 0, count);
    const std::int64_t last = std::clamp<std::int64_t>((scroll + height + pitch - 1) / pitch, first, count);
    return {static_cast<std::size_t>(first), static_cast<std::size_t>(last)};
}

double MapView::largestZoom() const
{
    return std::max(static_cast<double>(longest) / 512.0, 1.0);
}

void MapView::zoomAt(double x, double factor)
{
    const double before = origin + x / (width * zoom);
    zoom = std::clamp(zoom * factor, 1.0, largestZoom());
    origin = before - x / (width * zoom);
    keepInside();
}

void MapView::panBy(double pixels)
{
    origin += pixels / (width * zoom);
    keepInside();
}

void MapView::reveal(std::uint64_t segmentSize, std::uint64_t begin, std::uint64_t end)
{
    const RowAxis axis = axisOf(segmentSize);
    const double left = axis.pixelOf(static_cast<double>(begin));
    const double right = axis.pixelOf(static_cast<double>(end));
    const double margin = std::min(width / 16.0, 40.0);
    if (right - left > width - 2 * margin) {
        if (left > width - margin || right < margin)
            panBy(left - margin);
    } else if (left < margin) {
        panBy(left - margin);
    } else if (right > width - margin) {
        panBy(right - width + margin);
    }
}

void MapView::keepInside()
{
    zoom = std::clamp(zoom, 1.0, largestZoom());
    origin = std::clamp(origin, 0.0, 1.0 - 1.0 / zoom);
}

} // namespace tidemark::ui
