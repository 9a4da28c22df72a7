// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/map/map_view.h"

#include <optional>
#include <span>

namespace tidemark::ui {

// The block under a pixel of the map's picture; none between rows and behind the end of a row. Where several
// blocks share the pixel it is the one with most bytes in it, live blocks before free ones. Around free
// memory, a live block too thin to be aimed at is found from `reach` pixels away.
std::optional<MapPlace> blockAt(
    const SegmentList& list, std::span<const MapRow> rows, const MapView& view, int x, int y, int reach = 2);

enum class MapStep : std::uint8_t {
    PreviousBlock, // over the row's end into the row above
    NextBlock,
    RowAbove, // the block nearest to the same place of the row
    RowBelow,
    FirstOfRow,
    LastOfRow,
    FirstOfAll,
    LastOfAll,
};

// Where the keyboard goes from `from`. Stays where it is at the borders.
MapPlace steppedFrom(const SegmentList& list, std::span<const MapRow> rows, MapPlace from, MapStep step);

} // namespace tidemark::ui
