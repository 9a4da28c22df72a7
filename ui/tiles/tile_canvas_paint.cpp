// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing.h"
#include "ui/tiles/tile_canvas.h"
#include "ui/tiles/tile_highlight.h"
#include "ui/timeline/tick_labels.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

// What the canvas draws: tiles that are there, and little on top of them.
namespace tidemark::ui {

void TileCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.background);
    painter.setFont(Theme::labelFont(font()));
    const QRectF& plot = place().plot;
    painter.fillRect(plot, m_theme.panel);
    if (!m_layer.source()) {
        painter.setFont(font());
        painter.setPen(m_theme.mutedText);
        painter.drawText(plot.adjusted(24, 8, -24, -8), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    m_layer.draw(painter);
    paintBytes(painter);
    paintAxis(painter);
    painter.save();
    painter.setClipRect(plot);
    const int scale = std::max(1, static_cast<int>(std::lround(place().devicePixelRatio)));
    m_hoverImages.id = m_hovered != m_selected ? m_hovered : std::nullopt;
    m_selectionImages.id = m_selected;
    paintHighlight(painter, m_hoverImages, m_theme.text, 0.18, scale);
    paintHighlight(painter, m_selectionImages, m_theme.selection, 0.28, 2 * scale);
    paintMoments(painter);
    painter.restore();
    painter.setPen(QPen(hasFocus() ? m_theme.accent : m_theme.border, m_theme.strokes));
    painter.setBrush(Qt::NoBrush);
    const double half = m_theme.strokes / 2.0;
    painter.drawRect(plot.adjusted(-half, -half, half, half));
    paintCaption(painter);
}

void TileCanvas::paintCaption(QPainter& painter) const
{
    const QRectF& plot = place().plot;
    const QRectF line(plot.left(), 2, plot.width(), plot.top() - 4);
    const bool isOfOne = m_hovered || m_selected || (m_mouse && !m_hoverWords.isEmpty());
    painter.setPen(isOfOne ? m_theme.text : m_theme.mutedText);
    const QFontMetricsF metrics(painter.font());
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        metrics.elidedText(captionText(), Qt::ElideRight, line.width()));
}

void TileCanvas::paintBytes(QPainter& painter) const
{
    const QFontMetricsF metrics(painter.font());
    const QRectF& plot = place().plot;
    const int most = std::max(2, static_cast<int>(plot.height() / (3 * metrics.height())));
    double last = NAN; // y of the last label
    for (const ByteMark& mark : m_layer.source()->marks(m_low, m_low + m_span, most, m_state.units())) {
        const double y = std::round(place().toY(mark.bytes));
        if (y < plot.top() - 1 || y > plot.bottom() + 1)
            continue;
        if (mark.isLine)
            painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), withAlpha(m_theme.text, 0.09));
        if (std::abs(y - last) < metrics.height())
            continue;
        last = y;
        const QRectF label(0, y - metrics.height() / 2, plot.left() - 8, metrics.height());
        painter.setPen(m_theme.mutedText);
        painter.drawText(label, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
            metrics.elidedText(mark.label, Qt::ElideRight, label.width()));
    }
}

void TileCanvas::paintAxis(QPainter& painter) const
{
    constexpr double labelRoom = 110;
    const QFontMetricsF metrics(painter.font());
    const AxisGeometry& geometry = place().geometry;
    const QRectF& plot = place().plot;
    const int most = std::max(1, static_cast<int>(geometry.width / labelRoom));
    const bool isTime = geometry.axis == TimeAxis::Time;
    const double step =
        isTime ? timeTickStep(geometry.range.width(), most) : eventTickStep(geometry.range.width(), most);
    for (double i = std::ceil(geometry.range.begin / step); i * step <= geometry.range.end; ++i) {
        const double x = geometry.toPixel(i * step);
        upright(painter, x, plot.top(), plot.bottom(), withAlpha(m_theme.text, 0.06));
        upright(painter, x, plot.bottom(), plot.bottom() + 4, m_theme.border);
        const QRectF label(x - labelRoom / 2, plot.bottom() + 5, labelRoom, metrics.height());
        painter.setPen(m_theme.mutedText);
        painter.drawText(label, Qt::AlignHCenter | Qt::AlignVCenter,
            isTime ? timeTickLabel(i * step, step, geometry.range.end) : eventTickLabel(i * step));
    }
}

void TileCanvas::paintHighlight(
    QPainter& painter, Highlight& highlight, const QColor& border, double tint, int width)
{
    decltype(highlight.images) images;
    for (const TileLayer::Placed& placed : m_layer.visible()) {
        if (!highlight.id)
            break;
        // Made once for each tile.
        const auto known = std::find_if(highlight.images.begin(), highlight.images.end(),
            [&](const auto& entry) { return entry.first == placed.tile; });
        const bool isKnown = known != highlight.images.end() && highlight.madeFor == highlight.id;
        images.emplace_back(placed.tile,
            isKnown ? known->second
                    : highlightImage(*placed.tile, *highlight.id, border, withAlpha(border, tint), width));
        if (!images.back().second.isNull())
            drawPixels(painter, placed.rect.topLeft(), images.back().second, place().devicePixelRatio);
    }
    highlight.images = std::move(images);
    highlight.madeFor = highlight.id;
}

void TileCanvas::paintMoments(QPainter& painter) const
{
    const QRectF& plot = place().plot;
    if (m_state.hasDevice()) {
        const double cursor = axisValue(m_state.device(), m_state.axis(), m_state.cursor());
        upright(painter, place().geometry.toPixel(cursor), plot.top(), plot.bottom(), m_theme.cursor);
    }
    if (const auto chosen = chosenRect()) {
        painter.fillRect(*chosen, withAlpha(m_theme.accent, 0.18));
        upright(painter, chosen->left(), plot.top(), plot.bottom(), m_theme.accent);
        upright(painter, chosen->right(), plot.top(), plot.bottom(), m_theme.accent);
    }
}

} // namespace tidemark::ui
