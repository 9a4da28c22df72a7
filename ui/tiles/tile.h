// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/curves/curve_columns.h"
#include "ui/tiles/tile_source.h"

#include <QColor>
#include <QImage>

namespace tidemark::ui {

// How a picture over time is cut into tiles: side by side, each as high as the picture. Device pixels.
struct TileGrid {
    static constexpr int tileColumns = 256;

    TimeAxis axis = TimeAxis::Events;
    double unitsPerColumn = 1; // of the axis; tile i begins at i * tileColumns * unitsPerColumn
    ByteRows rows;

    double tileBegin(std::int64_t index) const
    {
        return static_cast<double>(index) * tileColumns * unitsPerColumn;
    }
    bool operator==(const TileGrid& other) const
    {
        return axis == other.axis && unitsPerColumn == other.unitsPerColumn && rows.begin == other.rows.begin
            && rows.bytesPerRow == other.rows.bytesPerRow && rows.rows == other.rows.rows;
    }
};

// How a tile is coloured.
struct TileStyle {
    std::vector<BandLook> looks; // by class
    QRgb ground = 0; // where nothing is
    QRgb freeMemory = 0;
    QRgb edge = 0; // mixed into the borders of bands that are wide enough
    int scale = 1; // device pixels to a logical one
};

// What a worker makes.
struct Tile {
    std::shared_ptr<const TileSource> source;
    TileGrid grid;
    std::int64_t index = 0;
    std::vector<std::size_t> moments; // by column
    IdPlane plane;
    QImage picture; // opaque
};

// Null where `stop` ends it.
std::shared_ptr<const Tile> makeTile(const std::shared_ptr<const TileSource>& source, const TileGrid& grid,
    std::int64_t index, const TileStyle& style, const std::stop_token& stop = {});

// Of memory in a segment that nobody holds.
QColor freeMemoryColour(const Theme& theme);

TileStyle tileStyle(const AllocationClasses& classes, const Theme& theme, double devicePixelRatio);

} // namespace tidemark::ui
