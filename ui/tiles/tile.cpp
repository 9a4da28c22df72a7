// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/tile.h"

#include "core/analysis/layout/column_moments.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tidemark::ui {

namespace {

QRgb shaded(QRgb ground, QRgb top, int percent)
{
    const auto mix = [percent](int from, int to) { return from + (to - from) * percent / 100; };
    return qRgb(
        mix(qRed(ground), qRed(top)), mix(qGreen(ground), qGreen(top)), mix(qBlue(ground), qBlue(top)));
}

// Colours the pixels of one plane. Goes from the bottom row up, so that it knows how high each band is.
class PlanePainter {
public:
    PlanePainter(const Tile& tile, const TileStyle& style)
        : m_tile(tile)
        , m_plane(tile.plane)
        , m_style(style)
        , m_leastRun(4 * style.scale)
        , m_firstX(static_cast<int>((tile.index * TileGrid::tileColumns % 5040 + 5040) % 5040))
        , m_heights(m_plane.columns, 0)
    {
        for (const BandLook& look : style.looks) {
            m_colours.push_back(look.colour.rgb());
            m_lines.push_back(look.line.rgb());
        }
    }

    QImage paint()
    {
        QImage image(static_cast<int>(m_plane.columns), static_cast<int>(m_plane.rows), QImage::Format_RGB32);
        for (std::size_t row = m_plane.rows; row-- > 0;)
            paintRow(row, reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(row))));
        return image;
    }

private:
    void paintRow(std::size_t row, QRgb* line)
    {
        const std::uint32_t* ids = &m_plane.ids[row * m_plane.columns];
        const std::uint32_t* above = row > 0 ? ids - m_plane.columns : nullptr;
        const std::uint32_t* below = row + 1 < m_plane.rows ? ids + m_plane.columns : nullptr;
        for (std::size_t begin = 0; begin < m_plane.columns;) {
            std::size_t end = begin + 1;
            while (end < m_plane.columns && ids[end] == ids[begin])
                ++end;
            const bool isWide = static_cast<int>(end - begin) >= m_leastRun;
            for (std::size_t i = begin; i < end; ++i) {
                m_heights[i] = below && below[i] == ids[i] ? m_heights[i] + 1 : 1;
                line[i] = colourOf(ids[i], i, row);
                const bool isTop = above && above[i] != ids[i] && m_heights[i] >= m_leastRun;
                if (IdPlane::isAllocation(ids[i]) && (isTop || (i == begin && begin > 0 && isWide)))
                    line[i] = shaded(line[i], m_style.edge, 30);
            }
            begin = end;
        }
    }

    QRgb colourOf(std::uint32_t id, std::size_t column, std::size_t row) const
    {
        if (id == IdPlane::nothing)
            return m_style.ground;
        if (id == IdPlane::freeMemory)
            return m_style.freeMemory;
        const std::uint8_t place =
            m_tile.source->classes()->at(m_tile.source->attribution(), id, m_tile.moments[column]);
        if (m_tile.source->isDim(id))
            return shaded(m_colours[place], m_style.freeMemory, 85);
        const BandLook& look = m_style.looks[place];
        if (look.pattern == BandPattern::Plain)
            return m_colours[place];
        const bool isLine =
            look.isLine(m_firstX + static_cast<int>(column), static_cast<int>(row), m_style.scale);
        return isLine ? m_lines[place] : m_colours[place];
    }

    const Tile& m_tile;
    const IdPlane& m_plane;
    const TileStyle& m_style;
    const int m_leastRun; // of pixels that a border may take one of
    const int m_firstX; // of the tile in the pattern that goes through all tiles
    std::vector<int> m_heights; // by column: pixels of the same band from here down
    std::vector<QRgb> m_colours;
    std::vector<QRgb> m_lines;
};

} // namespace

std::shared_ptr<const Tile> makeTile(const std::shared_ptr<const TileSource>& source, const TileGrid& grid,
    std::int64_t index, const TileStyle& style, const std::stop_token& stop)
{
    auto tile = std::make_shared<Tile>();
    tile->source = source;
    tile->grid = grid;
    tile->index = index;
    const auto borders = columnBorders(source->device(), source->history().eventCount(),
        {grid.axis, grid.tileBegin(index), grid.tileBegin(index + 1), TileGrid::tileColumns});
    tile->moments = columnMoments(source->curves(), Curve::Allocated, borders);
    tile->plane = source->plane(tile->moments, grid.rows, stop);
    if (stop.stop_requested())
        return nullptr;
    tile->picture = PlanePainter(*tile, style).paint();
    return tile;
}

QColor freeMemoryColour(const Theme& theme)
{
    return blend(theme.panel, theme.reserved, theme.isDark ? 0.28 : 0.2);
}

TileStyle tileStyle(const AllocationClasses& classes, const Theme& theme, double devicePixelRatio)
{
    TileStyle style;
    style.looks = looksOf(classes, theme);
    style.ground = theme.panel.rgb();
    style.freeMemory = freeMemoryColour(theme).rgb();
    style.edge = (theme.isDark ? QColor(Qt::black) : QColor(0x20, 0x24, 0x2a)).rgb();
    style.scale = std::max(1, static_cast<int>(std::lround(devicePixelRatio)));
    return style;
}

} // namespace tidemark::ui
