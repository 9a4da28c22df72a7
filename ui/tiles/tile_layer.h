// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tiles/tile_workers.h"
#include "ui/timeline/axis_geometry.h"

#include <QRectF>
#include <map>
#include <optional>

class QPainter;

namespace tidemark::ui {

// Where a picture of tiles lies in its widget. Logical pixels.
struct TilePlace {
    QRectF plot;
    double devicePixelRatio = 1;
    AxisGeometry geometry;
    double low = 0; // bytes at the beginning of the vertical axis
    double span = 1; // bytes from there to its end
    bool growsUp = true;

    double toY(double bytes) const
    {
        const double share = (bytes - low) / span;
        return growsUp ? plot.bottom() - share * plot.height() : plot.top() + share * plot.height();
    }
    double toBytes(double y) const
    {
        const double share = (growsUp ? plot.bottom() - y : y - plot.top()) / plot.height();
        return low + share * span;
    }
};

// The tiles of one picture: draws those that it has, in place of those that it waits for what stood there
// before, moved and scaled, and has the rest made.
class TileLayer : public QObject {
    Q_OBJECT

public:
    explicit TileLayer(QObject* parent = nullptr);

    // Null: nothing is shown.
    void setSource(std::shared_ptr<const TileSource> source, std::shared_ptr<const TileStyle> style);
    // The same, coloured otherwise.
    void setStyle(std::shared_ptr<const TileStyle> style);
    void setPlace(const TilePlace& place);
    // Whether anybody sees it, as at first nobody does: else nothing is made.
    void setSeen(bool seen);

    const std::shared_ptr<const TileSource>& source() const { return m_source; }
    const TilePlace& place() const { return m_place; }
    void draw(QPainter& painter) const;

    // A pixel of a tile.
    struct Hit {
        std::shared_ptr<const Tile> tile;
        std::uint32_t id = IdPlane::nothing;
        std::size_t moment = 0; // position
        std::uint64_t bytes = 0; // on the vertical axis, at the pixel's centre
    };
    // None where the tile is not there yet.
    std::optional<Hit> at(const QPointF& point) const;

    // The tiles on the screen that are there, and where they are.
    struct Placed {
        std::shared_ptr<const Tile> tile;
        QRectF rect;
    };
    std::vector<Placed> visible() const;
    bool isComplete() const; // every tile on the screen is there
    // Nothing is in the making, not even what the next drag may need. What is made may still have to arrive.
    bool isAtRest() const { return m_workers.isIdle(); }

Q_SIGNALS:
    void changed(); // a tile has come

private:
    void take(const std::shared_ptr<const Tile>& tile, const std::shared_ptr<const TileStyle>& style);
    void keepBackdrop();
    void ask();
    std::int64_t firstColumn() const; // on the screen, of the grid
    std::int64_t firstTile() const;
    std::int64_t lastTile() const;
    QRectF rectOf(std::int64_t index) const;
    QRectF backdropRect() const;
    void drawBackdrop(QPainter& painter) const;

    struct Backdrop {
        QImage picture;
        TilePlace place;
    };

    TileWorkers m_workers;
    std::shared_ptr<const TileSource> m_source;
    std::shared_ptr<const TileStyle> m_style;
    TilePlace m_place;
    bool m_isSeen = false;
    TileGrid m_grid;
    std::map<std::int64_t, std::shared_ptr<const Tile>> m_tiles; // of m_source, m_style and m_grid
    std::optional<Backdrop> m_backdrop; // till all tiles are there
};

} // namespace tidemark::ui
