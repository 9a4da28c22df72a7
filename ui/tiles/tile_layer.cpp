// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/tile_layer.h"

#include "ui/drawing.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

namespace tidemark::ui {

namespace {

constexpr std::int64_t tilesKept = 12; // on either side of the screen

std::int64_t tileOf(std::int64_t column)
{
    const std::int64_t width = TileGrid::tileColumns;
    return column >= 0 ? column / width : -((-column + width - 1) / width);
}

TileGrid gridOf(const TilePlace& place)
{
    TileGrid grid;
    grid.axis = place.geometry.axis;
    const double columns = std::max(1.0, std::round(place.plot.width() * place.devicePixelRatio));
    grid.unitsPerColumn = place.geometry.range.width() / columns;
    grid.rows.rows =
        static_cast<std::size_t>(std::max(1.0, std::round(place.plot.height() * place.devicePixelRatio)));
    grid.rows.begin = place.low;
    grid.rows.bytesPerRow = place.span / static_cast<double>(grid.rows.rows);
    return grid;
}

// A range that is only moved may come out wider by a rounding error.
bool isSameGrid(const TileGrid& left, TileGrid right)
{
    constexpr double tolerance = 1e-7;
    if (std::abs(left.unitsPerColumn - right.unitsPerColumn) > tolerance * left.unitsPerColumn)
        return false;
    right.unitsPerColumn = left.unitsPerColumn;
    return left == right;
}

} // namespace

TileLayer::TileLayer(QObject* parent)
    : QObject(parent)
{
    connect(&m_workers, &TileWorkers::made, this, &TileLayer::take);
}

void TileLayer::setSource(std::shared_ptr<const TileSource> source, std::shared_ptr<const TileStyle> style)
{
    keepBackdrop();
    if (!source)
        m_backdrop.reset();
    m_source = std::move(source);
    m_style = std::move(style);
    m_tiles.clear();
    ask();
}

void TileLayer::setStyle(std::shared_ptr<const TileStyle> style)
{
    keepBackdrop();
    m_style = std::move(style);
    m_tiles.clear();
    ask();
}

void TileLayer::setPlace(const TilePlace& place)
{
    const TileGrid grid = gridOf(place);
    if (!isSameGrid(m_grid, grid)) {
        keepBackdrop();
        m_grid = grid;
        m_tiles.clear();
    }
    m_place = place;
    ask();
}

void TileLayer::setSeen(bool seen)
{
    m_isSeen = seen;
    ask();
}

void TileLayer::take(const std::shared_ptr<const Tile>& tile, const std::shared_ptr<const TileStyle>& style)
{
    if (tile->source != m_source || style != m_style || !(tile->grid == m_grid))
        return;
    m_tiles[tile->index] = tile;
    if (isComplete())
        m_backdrop.reset();
    Q_EMIT changed();
}

// What is on the screen now, where there is anything new in it.
void TileLayer::keepBackdrop()
{
    if (!m_isSeen || m_place.plot.isEmpty() || visible().empty())
        return;
    const double ratio = m_place.devicePixelRatio;
    QImage picture((m_place.plot.size() * ratio).toSize(), QImage::Format_RGB32);
    picture.setDevicePixelRatio(ratio);
    picture.fill(m_style ? m_style->ground : 0);
    QPainter painter(&picture);
    painter.translate(-m_place.plot.topLeft());
    draw(painter);
    painter.end();
    picture.setDevicePixelRatio(1);
    m_backdrop = Backdrop{picture, m_place};
}

std::int64_t TileLayer::firstColumn() const
{
    return std::llround(m_place.geometry.range.begin / m_grid.unitsPerColumn);
}

std::int64_t TileLayer::firstTile() const
{
    return tileOf(firstColumn());
}

std::int64_t TileLayer::lastTile() const
{
    const auto columns =
        static_cast<std::int64_t>(std::lround(m_place.plot.width() * m_place.devicePixelRatio));
    return tileOf(firstColumn() + std::max<std::int64_t>(columns, 1) - 1);
}

QRectF TileLayer::rectOf(std::int64_t index) const
{
    const double ratio = m_place.devicePixelRatio;
    const auto column = static_cast<double>(index * TileGrid::tileColumns - firstColumn());
    return {m_place.plot.left() + column / ratio, m_place.plot.top(), TileGrid::tileColumns / ratio,
        static_cast<double>(m_grid.rows.rows) / ratio};
}

void TileLayer::ask()
{
    std::erase_if(m_tiles, [&](const auto& entry) {
        return entry.first < firstTile() - tilesKept || entry.first > lastTile() + tilesKept;
    });
    std::vector<TileWorkers::Job> jobs;
    const bool isDrawn = m_isSeen && m_source && m_style && !m_place.plot.isEmpty();
    const auto want = [&](std::int64_t index) {
        if (!m_tiles.contains(index))
            jobs.push_back({m_source, m_style, m_grid, index});
    };
    for (std::int64_t index = firstTile(); isDrawn && index <= lastTile(); ++index)
        want(index);
    if (isDrawn) { // where the next drag may lead
        want(lastTile() + 1);
        if (firstTile() > 0)
            want(firstTile() - 1);
    }
    m_workers.want(std::move(jobs));
}

QRectF TileLayer::backdropRect() const
{
    const AxisRange& range = m_backdrop->place.geometry.range;
    const double left = m_place.geometry.toPixel(range.begin);
    const double right = m_place.geometry.toPixel(range.end);
    const double one = m_place.toY(m_backdrop->place.low);
    const double other = m_place.toY(m_backdrop->place.low + m_backdrop->place.span);
    return {left, std::min(one, other), right - left, std::abs(other - one)};
}

// Mostly it is only moved.
void TileLayer::drawBackdrop(QPainter& painter) const
{
    const QRectF rect = backdropRect();
    const double ratio = m_place.devicePixelRatio;
    const QSizeF off = rect.size() * ratio - QSizeF(m_backdrop->picture.size());
    constexpr double nothing = 0.5; // pixels
    if (std::abs(off.width()) < nothing && std::abs(off.height()) < nothing)
        drawPixels(painter, rect.topLeft(), m_backdrop->picture, ratio);
    else
        painter.drawImage(rect, m_backdrop->picture);
}

void TileLayer::draw(QPainter& painter) const
{
    painter.save();
    painter.setClipRect(m_place.plot);
    if (m_backdrop && m_backdrop->place.geometry.axis == m_place.geometry.axis && !isComplete())
        drawBackdrop(painter);
    for (const Placed& placed : visible())
        drawPixels(painter, placed.rect.topLeft(), placed.tile->picture, m_place.devicePixelRatio);
    painter.restore();
}

std::optional<TileLayer::Hit> TileLayer::at(const QPointF& point) const
{
    if (!m_source || !m_place.plot.contains(point))
        return std::nullopt;
    const double ratio = m_place.devicePixelRatio;
    const std::int64_t column =
        firstColumn() + static_cast<std::int64_t>(std::floor((point.x() - m_place.plot.left()) * ratio));
    const auto found = m_tiles.find(tileOf(column));
    if (found == m_tiles.end())
        return std::nullopt;
    const Tile& tile = *found->second;
    const auto inTile = static_cast<std::size_t>(column - tileOf(column) * TileGrid::tileColumns);
    const double row = std::floor((point.y() - m_place.plot.top()) * ratio);
    const auto inPlane =
        static_cast<std::size_t>(std::clamp(row, 0.0, static_cast<double>(tile.plane.rows - 1)));
    const std::size_t fromBegin = m_source->growsUp() ? tile.plane.rows - 1 - inPlane : inPlane;
    return Hit{found->second, tile.plane.at(inTile, inPlane), tile.moments[inTile],
        tile.grid.rows.centre(fromBegin)};
}

std::vector<TileLayer::Placed> TileLayer::visible() const
{
    std::vector<Placed> placed;
    const auto end = m_tiles.upper_bound(lastTile());
    for (auto tile = m_tiles.lower_bound(firstTile()); tile != end; ++tile)
        placed.push_back({tile->second, rectOf(tile->first)});
    return placed;
}

bool TileLayer::isComplete() const
{
    return static_cast<std::int64_t>(visible().size()) == lastTile() - firstTile() + 1;
}

} // namespace tidemark::ui
