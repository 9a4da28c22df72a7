// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/curve_raster.h"

#include "ui/timeline/curve_spans.h"

#include <algorithm>
#include <utility>

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
    CurveRaster(const CurveColumnSet& curves, const CurveRasterOptions& options)
        : m_columns(options.columns)
        , m_height(options.height)
        , m_lineWidth(options.lineWidth)
        , m_scale{options.height, options.top}
        , m_image(static_cast<int>(curves[0].size()), options.height, QImage::Format_RGB32)
    {
        for (std::size_t curve = 0; curve < curveCount; ++curve) {
            const std::span columns = std::span(curves[curve]).first(static_cast<std::size_t>(m_columns));
            m_spans[curve] = curveSpans(columns, m_scale, m_lineWidth);
            m_tops[curve] = topsOf(curves[curve]);
        }
    }

    QImage paint(const Theme& theme, const BandColumns& bands)
    {
        fillAreas(theme);
        if (!bands.isEmpty())
            fillBands(bands);
        const auto& spans = m_spans[index(Curve::Allocated)];
        drawLine(m_spans[index(Curve::Reserved)], theme.reserved, theme.reservedFill, nullptr);
        drawLine(m_spans[index(Curve::Active)], theme.active, theme.waitingFill, &spans);
        drawLine(spans, theme.allocated, theme.allocatedFill, nullptr, !bands.isEmpty());
        return m_image;
    }

private:
    static std::size_t index(Curve curve) { return static_cast<std::size_t>(curve); }

    std::vector<int> topsOf(const std::vector<CurveColumn>& columns) const
    {
        std::vector<int> tops(static_cast<std::size_t>(m_columns));
        for (std::size_t x = 0; x < tops.size(); ++x)
            tops[x] = m_scale.row(std::max(columns[x].first, columns[x].max));
        return tops;
    }

    // Each row is the one above, but for the columns in which an area begins.
    void fillAreas(const Theme& theme)
    {
        const AreaStarts starts = areaStarts();
        const std::array colours = {
            theme.allocatedFill.rgb(), theme.waitingFill.rgb(), theme.reservedFill.rgb()};
        auto* line = reinterpret_cast<QRgb*>(m_image.bits());
        std::fill(line, line + m_image.width(), theme.panel.rgb());
        for (int y = 0; y < m_height; ++y) {
            auto* here = reinterpret_cast<QRgb*>(m_image.scanLine(y));
            if (y > 0)
                std::copy(line, line + m_image.width(), here);
            line = here;
            for (int area = starts.first[static_cast<std::size_t>(y)]; area >= 0;
                 area = starts.next[static_cast<std::size_t>(area)])
                line[area % m_columns] = colours[static_cast<std::size_t>(area / m_columns)];
        }
    }

    // Areas by the row in which they begin, as linked lists: area a is the one of curve a / columns in column
    // a % columns, -1 ends a list.
    struct AreaStarts {
        std::vector<int> first; // by row
        std::vector<int> next; // by area
    };

    AreaStarts areaStarts() const
    {
        AreaStarts starts;
        starts.first.assign(static_cast<std::size_t>(m_height), -1);
        starts.next.assign(curveCount * static_cast<std::size_t>(m_columns), -1);
        for (std::size_t x = 0; x < static_cast<std::size_t>(m_columns); ++x) {
            int top = m_height - 1;
            // Allocated goes before active, and active before reserved, whatever a broken trace says; and it
            // comes to stand last in the list.
            for (std::size_t curve = 0; curve < curveCount; ++curve) {
                top = std::min(top, m_tops[curve][x]);
                const std::size_t area = curve * static_cast<std::size_t>(m_columns) + x;
                starts.next[area] =
                    std::exchange(starts.first[static_cast<std::size_t>(top)], static_cast<int>(area));
            }
        }
        return starts;
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

    // One upon the other, up to the row in which the area begins.
    void fillBands(const BandColumns& bands)
    {
        const auto known = std::min(bands.known, static_cast<std::size_t>(m_columns));
        for (std::size_t x = 0; x < known; ++x) {
            std::int64_t sum = 0;
            int bottom = m_height; // the row below the band
            for (std::size_t band = 0; band < bands.bytes.size(); ++band) {
                if (bands.bytes[band][x] <= 0)
                    continue;
                sum += bands.bytes[band][x];
                const int top = std::max(m_scale.row(sum), m_tops[index(Curve::Allocated)][x]);
                if (top < bottom)
                    fillColumn(static_cast<int>(x), top, bottom, bands.looks[band]);
                bottom = std::min(bottom, top);
            }
        }
    }

    void fillColumn(int x, int top, int bottom, const BandLook& look)
    {
        const QRgb plain = look.colour.rgb();
        const QRgb line = look.line.rgb();
        for (int y = top; y < bottom; ++y)
            reinterpret_cast<QRgb*>(m_image.scanLine(y))[x] = look.isLine(x, y, m_lineWidth) ? line : plain;
    }

    // Not drawn where it would only lie under `cover`. Of a hollow one, the inside of what swings up and down
    // stays as it is.
    void drawLine(const std::vector<CurveSpan>& spans, const QColor& colour, const QColor& fill,
        const std::vector<CurveSpan>* cover, bool isHollow = false)
    {
        const QRgb outline = colour.rgb();
        const QRgb lighter = blend(fill, colour, 0.5).rgb();
        const auto stride = static_cast<std::size_t>(m_image.bytesPerLine()) / sizeof(QRgb);
        auto* pixels = reinterpret_cast<QRgb*>(m_image.bits());
        for (int x = 0; x < m_columns; ++x) {
            const CurveSpan& span = spans[static_cast<std::size_t>(x)];
            if (cover && span == (*cover)[static_cast<std::size_t>(x)])
                continue;
            const CurveSpan core = inside(spans, x);
            QRgb* pixel = pixels + static_cast<std::size_t>(span.top) * stride + x;
            for (int y = span.top; y <= span.bottom; ++y, pixel += stride) {
                const bool isInside = y >= core.top && y <= core.bottom;
                if (!isInside || !isHollow)
                    *pixel = isInside ? lighter : outline;
            }
        }
    }

    int m_columns;
    int m_height;
    int m_lineWidth;
    RowScale m_scale;
    QImage m_image;
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
    const BandColumns& bands)
{
    CurveRasterOptions bounded = options;
    bounded.columns = std::clamp(options.columns, 0, static_cast<int>(curves[0].size()));
    if (bounded.columns == 0 || bounded.height <= 0)
        return {};
    return CurveRaster(curves, bounded).paint(theme, bands);
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
