// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/tile_highlight.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

// Whether a neighbour at most so far away, to the side or up and down, has another id. Behind the plane's
// border the band goes on.
bool isNearBorder(const IdPlane& plane, std::size_t column, std::size_t row, std::size_t distance)
{
    const std::uint32_t id = plane.at(column, row);
    for (std::size_t by = 1; by <= distance; ++by) {
        if ((column >= by && plane.at(column - by, row) != id)
            || (column + by < plane.columns && plane.at(column + by, row) != id)
            || (row >= by && plane.at(column, row - by) != id)
            || (row + by < plane.rows && plane.at(column, row + by) != id))
            return true;
    }
    return false;
}

} // namespace

QImage highlightImage(
    const Tile& tile, std::uint32_t id, const QColor& border, const QColor& tint, int borderWidth)
{
    const IdPlane& plane = tile.plane;
    if (std::find(plane.ids.begin(), plane.ids.end(), id) == plane.ids.end())
        return {};
    QImage image(
        static_cast<int>(plane.columns), static_cast<int>(plane.rows), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    const QRgb line = qPremultiply(border.rgba());
    const QRgb inside = qPremultiply(tint.rgba());
    const auto distance = static_cast<std::size_t>(borderWidth);
    for (std::size_t row = 0; row < plane.rows; ++row) {
        auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(row)));
        for (std::size_t column = 0; column < plane.columns; ++column) {
            if (plane.at(column, row) == id)
                pixels[column] = isNearBorder(plane, column, row, distance) ? line : inside;
        }
    }
    return image;
}

} // namespace tidemark::ui
