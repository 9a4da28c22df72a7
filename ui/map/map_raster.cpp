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

// What one thread draws: rows [firstRow, lastRow), and with the ground between them all lines of
// [firstLine, lastLine).
struct MapPart {
    std::size_t firstRow;
    std::size_t lastRow;
    int firstLine;
    int lastLine;
};

QRgb* lineOf(const MapPicture& picture, int line)
{
    return picture.pixels + static_cast<std::size_t>(line) * picture.stride;
}

// The one nearest to it in the picture, or its end.
int lineInside(const MapPicture& picture, std::int64_t line)
{
    return static_cast<int>(std::clamp<std::int64_t>(line, 0, picture.height));
}

void fillGround(const MapPicture& picture, int first, int last)
{
    for (int line = first; line < last; ++line)
        std::fill_n(lineOf(picture, line), picture.width, picture.paints.ground);
}

void rasterizePart(const MapPicture& picture, const MapPart& part)
{
    const MapView& view = picture.view;
    RowRaster raster(picture.paints, picture.width, picture.classOf);
    int done = part.firstLine; // lines before it are drawn
    for (std::size_t i = part.firstRow; i < part.lastRow; ++i) {
        const MapRow& row = picture.rows[i];
        raster.measure(picture.list, row, view.axisOf(picture.list.segments[row.segment].totalSize));
        const std::int64_t top = view.topOf(i);
        const int begin = lineInside(picture, top);
        const int end = lineInside(picture, top + view.rowHeight);
        fillGround(picture, done, begin);
        for (int line = begin; line < end; ++line)
            raster.paint(lineOf(picture, line), static_cast<int>(line - top), view.rowHeight);
        done = end;
    }
    fillGround(picture, done, part.lastLine);
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
    const MapPicture picture{list, rows, view, paints, classOf, reinterpret_cast<QRgb*>(image.bits()),
        static_cast<std::size_t>(image.bytesPerLine()) / sizeof(QRgb), image.width(), image.height()};
    const auto [first, last] = view.visibleRows(rows.size());
    const std::vector<std::size_t> borders = partsOf(list, rows, first, last);
    const auto part = [&](std::size_t number) {
        const bool isFirst = number == 0;
        const bool isLast = number + 2 == borders.size();
        return MapPart{borders[number], borders[number + 1],
            isFirst ? 0 : lineInside(picture, view.topOf(borders[number])),
            isLast ? picture.height : lineInside(picture, view.topOf(borders[number + 1]))};
    };
    std::vector<std::jthread> others;
    for (std::size_t number = 1; number + 1 < borders.size(); ++number)
        others.emplace_back([&picture, own = part(number)] { rasterizePart(picture, own); });
    rasterizePart(picture, part(0));
    others.clear(); // once they are done
    return image;
}

} // namespace tidemark::ui
