// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/map/map_rows.h"

#include <cstdint>
#include <utility>

namespace tidemark::ui {

// How rows share the width.
enum class MapScale : std::uint8_t {
    Common, // one scale for all: the longest segment fills the width, the others are truly shorter
    EachRow, // every segment fills the width, so that small ones beside large ones can be read
};

// Bytes and pixels of one row: the pixel column x covers the offsets
// [firstByte + x * bytesPerPixel, firstByte + (x + 1) * bytesPerPixel) of the segment.
struct RowAxis {
    double firstByte = 0;
    double bytesPerPixel = 1;

    double byteAt(double x) const { return firstByte + x * bytesPerPixel; }
    double pixelOf(double byte) const { return (byte - firstByte) / bytesPerPixel; }
};

// What part of the map is looked at, and how large; all lengths in pixels of the picture. A plain value.
struct MapView {
    int width = 1; // of the rows, without their labels
    int height = 1;
    int rowPitch = 18; // from one row to the next
    int rowHeight = 13; // of the bar inside it
    std::int64_t scroll = 0; // pixels of rows above the upper edge
    double zoom = 1; // 1: a whole row fits the width
    double origin = 0; // share of the row at the left edge, [0, 1 - 1 / zoom]
    MapScale scale = MapScale::Common;
    std::uint64_t longest = 0; // longestSegment() of what is shown

    RowAxis axisOf(std::uint64_t segmentSize) const;
    std::int64_t topOf(std::size_t row) const { return static_cast<std::int64_t>(row) * rowPitch - scroll; }
    // Rows of which at least one pixel is visible: [first, second).
    std::pair<std::size_t, std::size_t> visibleRows(std::size_t rowCount) const;

    // At this zoom a 512-byte block, the smallest there is, fills the width of the longest row.
    double largestZoom() const;
    // Zooms by `factor` while the bytes under the pixel column x stay where they are.
    void zoomAt(double x, double factor);
    void panBy(double pixels);
    // Moves the part as little as possible so that [begin, end) of a segment is seen: whole when it fits.
    void reveal(std::uint64_t segmentSize, std::uint64_t begin, std::uint64_t end);
    void keepInside();
};

} // namespace tidemark::ui
