// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/curve_raster.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tidemark::ui {

namespace {

// Rows of one column that a line covers: [top, bottom].
struct Span {
    int top = 0;
    int bottom = 0;

    bool operator==(const Span&) const = default;
};

class CurveRaster {
public:
    CurveRaster(const CurveColumnSet& curves, const CurveRasterOptions& options)
        : m_columns(options.columns)
        , m_height(options.height)
        , m_lineWidth(options.lineWidth)
        , m_scale(options.height / options.top)
        , m_image(static_cast<int>(curves[0].size()), options.height, QImage::Format_RGB32)
    {
        for (std::size_t curve = 0; curve < curveCount; ++curve) {
            m_spans[curve] = spansOf(curves[curve]);
            m_tops[curve] = topsOf(curves[curve]);
        }
    }

    QImage paint(const Theme& theme)
    {
        fillAreas(theme);
        const auto& spans = m_spans[index(Curve::Allocated)];
        drawLine(m_spans[index(Curve::Reserved)], theme.reserved, theme.reservedFill, nullptr);
        drawLine(m_spans[index(Curve::Active)], theme.active, theme.waitingFill, &spans);
        drawLine(spans, theme.allocated, theme.allocatedFill, nullptr);
        return m_image;
    }

private:
    static std::size_t index(Curve curve) { return static_cast<std::size_t>(curve); }

    int row(std::int64_t value) const
    {
        const double fromTop = m_height - static_cast<double>(value) * m_scale;
        return std::clamp(static_cast<int>(std::floor(fromTop)), 0, m_height - 1);
    }

    std::vector<Span> spansOf(const std::vector<CurveColumn>& columns) const
    {
        std::vector<Span> spans(static_cast<std::size_t>(m_columns));
        for (std::size_t x = 0; x < spans.size(); ++x) {
            const CurveColumn& column = columns[x];
            spans[x].top = row(std::max(column.first, column.max));
            spans[x].bottom = row(std::min(column.first, column.min));
        }
        return thickened(spans);
    }

    // A pen wider than a pixel, for upright parts too.
    std::vector<Span> thickened(const std::vector<Span>& spans) const
    {
        std::vector<Span> thick = spans;
        const int reach = m_lineWidth - 1;
        for (int x = 0; x < m_columns; ++x) {
            Span& span = thick[static_cast<std::size_t>(x)];
            for (int other = std::max(0, x - reach); other < x; ++other) {
                span.top = std::min(span.top, spans[static_cast<std::size_t>(other)].top);
                span.bottom = std::max(span.bottom, spans[static_cast<std::size_t>(other)].bottom);
            }
            span.bottom = std::min(m_height - 1, span.bottom + reach);
        }
        return thick;
    }

    std::vector<int> topsOf(const std::vector<CurveColumn>& columns) const
    {
        std::vector<int> tops(static_cast<std::size_t>(m_columns));
        for (std::size_t x = 0; x < tops.size(); ++x)
            tops[x] = row(std::max(columns[x].first, columns[x].max));
        return tops;
    }

    // Row by row, as the picture lies in memory.
    void fillAreas(const Theme& theme)
    {
        const QRgb allocated = theme.allocatedFill.rgb();
        const QRgb waiting = theme.waitingFill.rgb();
        const QRgb reserved = theme.reservedFill.rgb();
        const QRgb panel = theme.panel.rgb();
        const std::vector<int>& allocatedTop = m_tops[index(Curve::Allocated)];
        const std::vector<int>& activeTop = m_tops[index(Curve::Active)];
        const std::vector<int>& reservedTop = m_tops[index(Curve::Reserved)];
        const int highest = std::min({*std::ranges::min_element(allocatedTop),
            *std::ranges::min_element(activeTop), *std::ranges::min_element(reservedTop)});
        const int full = *std::ranges::max_element(allocatedTop);
        for (int y = 0; y < m_height; ++y) {
            auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
            std::fill(line + m_columns, line + m_image.width(), panel);
            if (y < highest || y >= full) {
                std::fill(line, line + m_columns, y < highest ? panel : allocated);
                continue;
            }
            for (std::size_t x = 0; x < allocatedTop.size(); ++x) {
                QRgb colour = y >= reservedTop[x] ? reserved : panel;
                colour = y >= activeTop[x] ? waiting : colour;
                line[x] = y >= allocatedTop[x] ? allocated : colour;
            }
        }
    }

    // What a span shares with its neighbours on both sides, less the outline.
    Span inside(const std::vector<Span>& spans, int x) const
    {
        Span shared = spans[static_cast<std::size_t>(x)];
        for (const int other : {x - m_lineWidth, x + m_lineWidth}) {
            const Span& neighbour = spans[static_cast<std::size_t>(std::clamp(other, 0, m_columns - 1))];
            shared.top = std::max(shared.top, neighbour.top);
            shared.bottom = std::min(shared.bottom, neighbour.bottom);
        }
        return {shared.top + m_lineWidth, shared.bottom - m_lineWidth};
    }

    // Not drawn where it would only lie under `cover`.
    void drawLine(const std::vector<Span>& spans, const QColor& colour, const QColor& fill,
        const std::vector<Span>* cover)
    {
        const QRgb outline = colour.rgb();
        const QRgb lighter = blend(fill, colour, 0.5).rgb();
        const auto stride = static_cast<std::size_t>(m_image.bytesPerLine()) / sizeof(QRgb);
        auto* pixels = reinterpret_cast<QRgb*>(m_image.bits());
        for (int x = 0; x < m_columns; ++x) {
            const Span& span = spans[static_cast<std::size_t>(x)];
            if (cover && span == (*cover)[static_cast<std::size_t>(x)])
                continue;
            const Span core = inside(spans, x);
            QRgb* pixel = pixels + static_cast<std::size_t>(span.top) * stride + x;
            for (int y = span.top; y <= span.bottom; ++y, pixel += stride)
                *pixel = y >= core.top && y <= core.bottom ? lighter : outline;
        }
    }

    int m_columns;
    int m_height;
    int m_lineWidth;
    double m_scale; // rows per byte
    QImage m_image;
    std::array<std::vector<Span>, curveCount> m_spans;
    std::array<std::vector<int>, curveCount> m_tops;
};

} // namespace

QImage rasterCurves(const CurveColumnSet& curves, const Theme& theme, const CurveRasterOptions& options)
{
    CurveRasterOptions bounded = options;
    bounded.columns = std::clamp(options.columns, 0, static_cast<int>(curves[0].size()));
    if (bounded.columns == 0 || bounded.height <= 0)
        return {};
    return CurveRaster(curves, bounded).paint(theme);
}

std::int64_t highestValue(const CurveColumnSet& curves)
{
    std::int64_t highest = 0;
    for (const auto& columns : curves) {
        for (const CurveColumn& column : columns)
            highest = std::max({highest, column.first, column.max});
    }
    return highest;
}

} // namespace tidemark::ui
