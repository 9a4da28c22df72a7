// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/overlay_lines.h"

#include "ui/timeline/curve_spans.h"

#include <QPen>
#include <algorithm>

namespace tidemark::ui {

namespace {

constexpr int dashLength = 6; // line widths
constexpr int gapLength = 3;

// Counted along both directions, so that upright parts are dashed too.
bool isInGap(int x, int y, int lineWidth)
{
    return (x + y) / lineWidth % (dashLength + gapLength) >= dashLength;
}

} // namespace

OverlayLook overlayLook(const Theme& theme, OverlayRole role)
{
    switch (role) {
    case OverlayRole::SimulatedReserved:
        return {theme.simulatedReserved, false};
    case OverlayRole::SimulatedActive:
        return {theme.simulatedActive, true};
    case OverlayRole::TotalFree:
        return {theme.totalFree, false};
    case OverlayRole::LargestFree:
        return {theme.totalFree, true};
    case OverlayRole::OtherReserved:
        return {theme.simulatedReserved, false};
    case OverlayRole::OtherAllocated:
        return {theme.simulatedReserved, true};
    }
    return {theme.text, false};
}

void drawOverlayLine(QImage& picture, std::span<const CurveColumn> columns, const OverlayLook& look,
    const CurveRasterOptions& options)
{
    if (picture.isNull())
        return;
    const auto width = static_cast<std::size_t>(picture.width());
    columns = columns.first(std::min(columns.size(), width));
    const int lineWidth = std::max(options.lineWidth, 1);
    // A little heavier than the recorded curves, which it must be seen over.
    const auto spans = curveSpans(columns, {picture.height(), options.top}, lineWidth + 1);
    const QRgb colour = look.colour.rgb();
    const auto stride = static_cast<std::size_t>(picture.bytesPerLine()) / sizeof(QRgb);
    auto* pixels = reinterpret_cast<QRgb*>(picture.bits());
    for (std::size_t x = 0; x < spans.size(); ++x) {
        for (int y = spans[x].top; y <= spans[x].bottom; ++y) {
            if (!look.isDashed || !isInGap(static_cast<int>(x), y, lineWidth))
                pixels[static_cast<std::size_t>(y) * stride + x] = colour;
        }
    }
}

void paintOverlaySample(QPainter& painter, const QRectF& place, const OverlayLook& look)
{
    if (look.area != OverlayArea::None) {
        const QRectF piece(place.left(), place.center().y() - 4, place.width(), 8);
        painter.fillRect(piece,
            QBrush(look.colour, look.area == OverlayArea::Hatched ? Qt::BDiagPattern : Qt::Dense6Pattern));
        painter.setPen(look.colour);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(piece.adjusted(0.5, 0.5, -0.5, -0.5));
        return;
    }
    QPen pen(look.colour, 2);
    if (look.isDashed)
        pen.setDashPattern({2.5, 1.5});
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.drawLine(QPointF(place.left(), place.center().y()), QPointF(place.right(), place.center().y()));
}

} // namespace tidemark::ui
