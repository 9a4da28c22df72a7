// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/curve_raster.h"

#include "ui/timeline/column_pieces.h"
#include "ui/timeline/curve_spans.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

// Inner borders at multiples of a pyramid's leaf, where that moves them by less than a thirtieth of a column:
// then no single values need to be read.
void snapToLeaves(std::vector<std::size_t>& borders)
{
    constexpr std::size_t leaf = 64;
    constexpr std::size_t leastPerColumn = 32 * leaf;
    const std::size_t columns = borders.size() - 1;
    if ((borders.back() - borders.front()) / columns < leastPerColumn)
        return;
    for (std::size_t i = 1; i < columns; ++i)
        borders[i] = std::max(borders[i] / leaf * leaf, borders.front());
}

class CurveRaster {
public:
    CurveRaster(const CurveColumnSet& curves, const Theme& theme, const CurveRasterOptions& options,
        const BandColumns& bands)
        : m_theme(theme)
        , m_bands(bands)
        , m_columns(options.columns)
        , m_height(options.height)
        , m_lineWidth(options.lineWidth)
        , m_scale{options.height, options.top}
        , m_pieces(options.height)
    {
        for (std::size_t curve = 0; curve < curveCount; ++curve) {
            const std::span columns = std::span(curves[curve]).first(static_cast<std::size_t>(m_columns));
            m_spans[curve] = curveSpans(columns, m_scale, m_lineWidth);
            m_tops[curve] = topsOf(columns);
        }
    }

    void paint(QImage& image)
    {
        RowPainter painter(image, m_theme.panel.rgb(), m_columns, m_lineWidth, m_bands.looks);
        for (int x = 0; x < m_columns; ++x) {
            m_pieces.restart(m_theme.panel.rgb());
            layAreas(static_cast<std::size_t>(x));
            layBands(static_cast<std::size_t>(x));
            layLines(x);
            painter.add(x, m_pieces.pieces());
        }
        painter.paint();
    }

private:
    static std::size_t index(Curve curve) { return static_cast<std::size_t>(curve); }

    std::vector<int> topsOf(std::span<const CurveColumn> columns) const
    {
        std::vector<int> tops;
        tops.reserve(columns.size());
        for (const CurveColumn& column : columns)
            tops.push_back(m_scale.row(std::max(column.first, column.max)));
        return tops;
    }

    // Allocated goes before active, and active before reserved, whatever a broken trace says.
    void layAreas(std::size_t x)
    {
        const int allocated = m_tops[index(Curve::Allocated)][x];
        const int active = std::min(allocated, m_tops[index(Curve::Active)][x]);
        const int reserved = std::min(active, m_tops[index(Curve::Reserved)][x]);
        m_pieces.lay(reserved, active, {m_theme.reservedFill.rgb()});
        m_pieces.lay(active, allocated, {m_theme.waitingFill.rgb()});
        m_pieces.lay(allocated, m_height, {m_theme.allocatedFill.rgb()});
    }

    // One upon the other, up to the row in which the area begins.
    void layBands(std::size_t x)
    {
        if (x >= m_bands.known)
            return;
        std::int64_t sum = 0;
        int bottom = m_height; // the row below the band
        for (std::size_t band = 0; band < m_bands.bytes.size(); ++band) {
            if (m_bands.bytes[band][x] <= 0)
                continue;
            sum += m_bands.bytes[band][x];
            const int top = std::max(m_scale.row(sum), m_tops[index(Curve::Allocated)][x]);
            m_pieces.lay(top, bottom, {m_bands.looks[band].colour.rgb(), static_cast<int>(band)});
            bottom = std::min(bottom, top);
        }
    }

    void layLines(int x)
    {
        const auto& allocated = m_spans[index(Curve::Allocated)];
        const auto& active = m_spans[index(Curve::Active)];
        layLine(m_spans[index(Curve::Reserved)], x, m_theme.reserved, m_theme.reservedFill);
        // Not where it would only lie under allocated.
        if (active[static_cast<std::size_t>(x)] != allocated[static_cast<std::size_t>(x)])
            layLine(active, x, m_theme.active, m_theme.waitingFill);
        layLine(allocated, x, m_theme.allocated, m_theme.allocatedFill, !m_bands.isEmpty());
    }

    // Of a hollow one, the inside of what swings up and down stays as it is.
    void layLine(const std::vector<CurveSpan>& spans, int x, const QColor& colour, const QColor& fill,
        bool isHollow = false)
    {
        const CurveSpan& span = spans[static_cast<std::size_t>(x)];
        const CurveSpan core = inside(spans, x);
        if (core.top > core.bottom) {
            m_pieces.lay(span.top, span.bottom + 1, {colour.rgb()});
            return;
        }
        m_pieces.lay(span.top, core.top, {colour.rgb()});
        if (!isHollow)
            m_pieces.lay(core.top, core.bottom + 1, {blend(fill, colour, 0.5).rgb()});
        m_pieces.lay(core.bottom + 1, span.bottom + 1, {colour.rgb()});
    }

    // What a span shares with its neighbours on both sides, less the outline.
    CurveSpan inside(const std::vector<CurveSpan>& spans, int x) const
    {
        CurveSpan shared = spans[static_cast<std::size_t>(x)];
        for (const int other : {x - m_lineWidth, x + m_lineWidth}) {
            const CurveSpan& neighbour = spans[static_cast<std::size_t>(std::clamp(other, 0, m_columns - 1))];
            shared.top = std::max(shared.top, neighbour.top);
            shared.bottom = std::min(shared.bottom, neighbour.bottom);
        }
        return {shared.top + m_lineWidth, shared.bottom - m_lineWidth};
    }

    const Theme& m_theme;
    const BandColumns& m_bands;
    int m_columns;
    int m_height;
    int m_lineWidth;
    RowScale m_scale;
    ColumnPieces m_pieces;
    std::array<std::vector<CurveSpan>, curveCount> m_spans;
    std::array<std::vector<int>, curveCount> m_tops;
};

} // namespace

std::vector<std::size_t> quickBorders(std::vector<std::size_t> borders)
{
    snapToLeaves(borders);
    return borders;
}

CurveColumnSet columnSet(const CurveView& curves, std::vector<std::size_t> borders)
{
    snapToLeaves(borders);
    CurveColumnSet columns;
    for (std::size_t curve = 0; curve < curveCount; ++curve)
        columns[curve] = curveColumns(
            curves.curve(static_cast<Curve>(curve)), curves.valueAt(static_cast<Curve>(curve), 0), borders);
    return columns;
}

QImage rasterCurves(const CurveColumnSet& curves, const Theme& theme, const CurveRasterOptions& options,
    const BandColumns& bands, QImage canvas)
{
    CurveRasterOptions bounded = options;
    const auto width = static_cast<int>(curves[0].size());
    bounded.columns = std::clamp(options.columns, 0, width);
    if (bounded.columns == 0 || bounded.height <= 0)
        return {};
    const QSize size(width, options.height);
    if (canvas.size() != size || canvas.format() != QImage::Format_RGB32 || !canvas.isDetached())
        canvas = QImage(size, QImage::Format_RGB32);
    CurveRaster(curves, theme, bounded, bands).paint(canvas);
    return canvas;
}

std::int64_t highestValue(std::span<const CurveColumn> columns)
{
    std::int64_t highest = 0;
    for (const CurveColumn& column : columns)
        highest = std::max({highest, column.first, column.max});
    return highest;
}

std::int64_t highestValue(const CurveColumnSet& curves)
{
    std::int64_t highest = 0;
    for (const auto& columns : curves)
        highest = std::max(highest, highestValue(columns));
    return highest;
}

} // namespace tidemark::ui
