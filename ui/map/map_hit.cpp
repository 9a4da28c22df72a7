// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_hit.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

bool isLive(const BlockInfo& block)
{
    return block.state != BlockState::Inactive;
}

struct Found {
    std::uint32_t block = 0;
    bool live = false;
    double bytes = -1;
};

// The best block among those that have bytes in [begin, end) of the segment.
std::optional<Found> bestIn(const SegmentList& list, const SegmentInfo& segment, double begin, double end)
{
    const double size = static_cast<double>(segment.totalSize);
    if (segment.blockCount == 0 || begin >= size || end <= 0)
        return std::nullopt;
    std::optional<Found> best;
    const auto first = blockAtOffset(list, segment, static_cast<std::uint64_t>(std::max(begin, 0.0)));
    for (std::uint32_t i = first; i < segment.firstBlock + segment.blockCount; ++i) {
        const double left = static_cast<double>(list.blocks[i].address - segment.address);
        if (left >= end)
            break;
        const double right = left + static_cast<double>(list.blocks[i].size);
        const Found found{i, isLive(list.blocks[i]), std::min(right, end) - std::max(left, begin)};
        if (!best || std::pair(found.live, found.bytes) > std::pair(best->live, best->bytes))
            best = found;
    }
    return best;
}

MapPlace firstOf(const SegmentList& list, std::span<const MapRow> rows, std::size_t row)
{
    return {row, list.segments[rows[row].segment].firstBlock};
}

MapPlace lastOf(const SegmentList& list, std::span<const MapRow> rows, std::size_t row)
{
    const SegmentInfo& segment = list.segments[rows[row].segment];
    return {row, segment.firstBlock + segment.blockCount - 1};
}

MapPlace besideIn(const SegmentList& list, std::span<const MapRow> rows, MapPlace from, std::size_t row)
{
    const SegmentInfo& here = list.segments[rows[from.row].segment];
    const SegmentInfo& there = list.segments[rows[row].segment];
    const BlockInfo& block = list.blocks[from.block];
    const std::uint64_t middle = block.address - here.address + block.size / 2;
    return {row, blockAtOffset(list, there, std::min(middle, there.totalSize - 1))};
}

} // namespace

std::optional<MapPlace> blockAt(
    const SegmentList& list, std::span<const MapRow> rows, const MapView& view, int x, int y, int reach)
{
    const std::int64_t fromTop = y + view.scroll;
    if (x < 0 || x >= view.width || y < 0 || fromTop < 0)
        return std::nullopt;
    const auto row = static_cast<std::size_t>(fromTop / view.rowPitch);
    if (row >= rows.size() || fromTop % view.rowPitch >= view.rowHeight)
        return std::nullopt;
    const SegmentInfo& segment = list.segments[rows[row].segment];
    const RowAxis axis = view.axisOf(segment.totalSize);
    const auto here = bestIn(list, segment, axis.byteAt(x), axis.byteAt(x + 1));
    if (!here || here->live || rows[row].isFree)
        return here ? std::optional(MapPlace{row, here->block}) : std::nullopt;
    for (int away = 1; away <= reach; ++away) {
        for (const int column : {x - away, x + away}) {
            const auto near = bestIn(list, segment, axis.byteAt(column), axis.byteAt(column + 1));
            const auto thin = 2 * reach * axis.bytesPerPixel;
            if (near && near->live && static_cast<double>(list.blocks[near->block].size) < thin)
                return MapPlace{row, near->block};
        }
    }
    return MapPlace{row, here->block};
}

MapPlace steppedFrom(const SegmentList& list, std::span<const MapRow> rows, MapPlace from, MapStep step)
{
    switch (step) {
    case MapStep::PreviousBlock:
        if (from.block > firstOf(list, rows, from.row).block)
            return {from.row, from.block - 1};
        return from.row > 0 ? lastOf(list, rows, from.row - 1) : from;
    case MapStep::NextBlock:
        if (from.block < lastOf(list, rows, from.row).block)
            return {from.row, from.block + 1};
        return from.row + 1 < rows.size() ? firstOf(list, rows, from.row + 1) : from;
    case MapStep::RowAbove:
        return from.row > 0 ? besideIn(list, rows, from, from.row - 1) : from;
    case MapStep::RowBelow:
        return from.row + 1 < rows.size() ? besideIn(list, rows, from, from.row + 1) : from;
    case MapStep::FirstOfRow:
        return firstOf(list, rows, from.row);
    case MapStep::LastOfRow:
        return lastOf(list, rows, from.row);
    case MapStep::FirstOfAll:
        return firstOf(list, rows, 0);
    case MapStep::LastOfAll:
        return lastOf(list, rows, rows.size() - 1);
    }
    return from;
}

} // namespace tidemark::ui
