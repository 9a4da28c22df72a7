// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_raster.h"

#include "ui/map/row_raster.h"

#include <algorithm>
#include <thread>
#include <vector>

namespace tidemark::ui {

namespace {

constexpr std::size_t blocksForAThread =
    20'000; // about a millisecond of work: a thread costs a twentieth of that
constexpr std::size_t mostThreads = 4;

struct MapPicture {
    const SegmentList& list;
    std::span<const MapRow> rows;
    const MapView& view;
    const MapPaints& paints;
    std::span<const std::uint8_t> classOf;
    QRgb* pixels;
    std::size_t stride; // pixels
    int width;
    int height;
};

// Rows [first, last); other rows lie on other lines.
void rasterizeRows(const MapPicture& picture, std::size_t first, std::size_t last)
{
    const MapView& view = picture.view;
    RowRaster raster(picture.paints, picture.width, picture.classOf);
    for (std::size_t i = first; i < last; ++i) {
        const MapRow& row = picture.rows[i];
        raster.measure(picture.list, row, view.axisOf(picture.list.segments[row.segment].totalSize));
        const std::int64_t top = view.topOf(i);
        for (int y = 0; y < view.rowHeight; ++y) {
            const std::int64_t target = top + y;
            if (target >= 0 && target < picture.height)
                raster.paint(
                    picture.pixels + static_cast<std::size_t>(target) * picture.stride, y, view.rowHeight);
        }
    }
}

// Where the parts of rows [first, last) begin that one thread each takes, with about as many blocks, and
// where the last one ends.
std::vector<std::size_t> partsOf(
    const SegmentList& list, std::span<const MapRow> rows, std::size_t first, std::size_t last)
{
    const auto blocksOf = [&](std::size_t row) { return list.segments[rows[row].segment].blockCount; };
    std::size_t blocks = 0;
    for (std::size_t i = first; i < last; ++i)
        blocks += blocksOf(i);
    const std::size_t most = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, mostThreads);
    const std::size_t parts = std::clamp<std::size_t>(blocks / blocksForAThread, 1, most);
    std::vector<std::size_t> borders = {first};
    std::size_t before = 0;
    for (std::size_t i = first; i < last; ++i) {
        if (before * parts >= blocks * borders.size() && borders.size() < parts && i > borders.back())
            borders.push_back(i);
        before += blocksOf(i);
    }
    borders.push_back(last);
    return borders;
}

} // namespace

QImage rasterizeMap(const SegmentList& list, std::span<const MapRow> rows, const MapView& view,
    const MapPaints& paints, std::span<const std::uint8_t> classOf)
{
    QImage image(std::max(view.width, 1), std::max(view.height, 1), QImage::Format_RGB32);
    image.fill(paints.ground);
    const MapPicture picture{list, rows, view, paints, classOf, reinterpret_cast<QRgb*>(image.bits()),
        static_cast<std::size_t>(image.bytesPerLine()) / sizeof(QRgb), image.width(), image.height()};
    const auto [first, last] = view.visibleRows(rows.size());
    const std::vector<std::size_t> borders = partsOf(list, rows, first, last);
    std::vector<std::jthread> others;
    for (std::size_t part = 1; part + 1 < borders.size(); ++part)
        others.emplace_back([&picture, begin = borders[part], end = borders[part + 1]] {
            rasterizeRows(picture, begin, end);
        });
    rasterizeRows(picture, borders[0], borders[1]);
    others.clear(); // once they are done
    return image;
}

} // namespace tidemark::ui
