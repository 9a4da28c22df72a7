// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_raster.h"

#include "ui/map/row_raster.h"

#include <algorithm>

namespace tidemark::ui {

QImage rasterizeMap(const SegmentList& list, std::span<const MapRow> rows, const MapView& view,
    const MapPaints& paints, std::span<const std::uint8_t> classOf)
{
    QImage image(std::max(view.width, 1), std::max(view.height, 1), QImage::Format_RGB32);
    image.fill(paints.ground);
    RowRaster raster(paints, image.width(), classOf);
    const auto [first, last] = view.visibleRows(rows.size());
    for (std::size_t i = first; i < last; ++i) {
        raster.measure(list, rows[i], view.axisOf(list.segments[rows[i].segment].totalSize));
        const std::int64_t top = view.topOf(i);
        for (int y = 0; y < view.rowHeight; ++y) {
            const std::int64_t target = top + y;
            if (target >= 0 && target < image.height())
                raster.paint(
                    reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(target))), y, view.rowHeight);
        }
    }
    return image;
}

} // namespace tidemark::ui
