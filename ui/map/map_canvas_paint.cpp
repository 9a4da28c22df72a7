// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/highlight.h"
#include "ui/map/map_canvas.h"
#include "ui/map/map_raster.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

constexpr double thinnestOutline = 5; // pixels: a thin block still gets an outline that can be seen
constexpr int labelMargin = 8;
constexpr int widestTags = 170;

QFont labelFont(const QFont& font)
{
    QFont small = font;
    if (font.pixelSize() > 0)
        small.setPixelSize(std::max(font.pixelSize() * 9 / 10, 8));
    else
        small.setPointSizeF(std::max(font.pointSizeF() * 0.9, 6.0));
    return small;
}

} // namespace

int MapCanvas::labelWidth() const
{
    const QFontMetrics metrics(labelFont(font()));
    int tags = 0;
    for (const QString& text : m_labels.tags())
        tags = text.isEmpty() ? tags : std::max(tags, metrics.horizontalAdvance(text) + labelMargin);
    const int most = std::min(widestTags, viewport()->width() / 5);
    QFont strong = labelFont(font()); // of the selected row
    strong.setBold(true);
    return margin + std::min(tags, most) + QFontMetrics(strong).horizontalAdvance(QStringLiteral("0000 MiB"))
        + labelMargin;
}

void MapCanvas::paintEvent(QPaintEvent* /*event*/)
{
    refresh();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), m_theme.panel);
    const QString nothing = emptyMapText(m_state);
    if (!nothing.isEmpty()) {
        paintEmpty(painter, nothing);
        return;
    }
    paintRows(painter);
    paintLabels(painter);
    painter.setClipRect(rowsRect().adjusted(-4, -4, 4, 4));
    paintMarks(painter);
}

void MapCanvas::paintEmpty(QPainter& painter, const QString& text)
{
    painter.setPen(m_theme.mutedText);
    const QRect room = viewport()->rect().adjusted(24, 24, -24, -24);
    painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, text);
}

MapPaints MapCanvas::makePaints() const
{
    const double ratio = devicePixelRatioF();
    MapPaints paints = MapPaints::fromTheme(highlighted(m_theme, m_state.highlightedBand()), ratio);
    if (!m_classOf.empty())
        paints.setClasses(looksOf(*m_colours->classes, m_theme), m_theme, ratio);
    if (m_state.heldBlocks())
        paints.addDimClass(m_theme);
    return paints;
}

const std::vector<std::uint8_t>& MapCanvas::drawnClasses() const
{
    return m_state.heldBlocks() ? m_clear : m_classOf;
}

void MapCanvas::paintRows(QPainter& painter)
{
    if (m_imageStale) {
        const double ratio = devicePixelRatioF();
        m_paints = makePaints();
        m_image = rasterizeMap(list(), m_rows, m_view, m_paints, drawnClasses());
        m_image.setDevicePixelRatio(ratio);
        m_imageStale = false;
    }
    painter.drawImage(rowsRect().topLeft(), m_image);
}

void MapCanvas::paintLabels(QPainter& painter)
{
    const QFont plain = labelFont(font());
    QFont strong = plain;
    strong.setBold(true);
    const QFontMetrics metrics(plain);
    const int pitch = rowPitch();
    const int every = std::max((metrics.height() + pitch - 1) / pitch, 1);
    const auto selected = placeOfAddress(m_state.selectedAddress());
    const QRect rows = rowsRect();
    const double ratio = devicePixelRatioF();
    const auto [first, last] = m_view.visibleRows(m_rows.size());
    for (std::size_t i = first; i < last; ++i) {
        const bool isSelected = selected && selected->row == i;
        if (i % static_cast<std::size_t>(every) != 0)
            continue;
        const RowLabel label = m_labels.of(list().segments[m_rows[i].segment], m_state.units());
        const double top = rows.top() + static_cast<double>(m_view.topOf(i)) / ratio;
        const QRectF line(margin, top + m_view.rowHeight / ratio / 2 - metrics.height() / 2.0,
            rows.left() - labelMargin - margin, metrics.height());
        painter.setFont(isSelected ? strong : plain);
        painter.setPen(isSelected ? m_theme.text : m_theme.mutedText);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, label.size);
        painter.setFont(plain);
        const int room = qRound(line.width()) - metrics.horizontalAdvance(QStringLiteral("0000 MiB"));
        painter.drawText(
            line, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(label.tags, Qt::ElideRight, room));
    }
}

void MapCanvas::paintOutline(QPainter& painter, const MapPlace& place, const QPen& pen)
{
    QRectF rect = rectOf(place);
    const QRectF rows = rowsRect();
    // Far outside, a rectangle of a zoomed map has coordinates that a painter cannot draw.
    rect.setLeft(std::max(rect.left(), rows.left() - 20));
    rect.setRight(std::min(rect.right(), rows.right() + 20));
    if (rect.right() < rect.left())
        return;
    if (rect.width() < thinnestOutline)
        rect.adjust((rect.width() - thinnestOutline) / 2, 0, (thinnestOutline - rect.width()) / 2, 0);
    painter.setBrush(Qt::NoBrush);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.panel, pen.widthF() + 2)); // so that it is seen on any colour
    painter.drawRect(rect);
    painter.setPen(pen);
    painter.drawRect(rect);
}

void MapCanvas::paintMarks(QPainter& painter)
{
    const auto selected = placeOfAddress(m_state.selectedAddress());
    const auto current = placeOfAddress(m_currentAddress);
    if (m_hovered && m_hovered->row < m_rows.size() && m_hovered != selected)
        paintOutline(painter, *m_hovered, QPen(m_theme.hover, 1.5 * m_theme.strokes));
    if (hasFocus() && current && current != selected)
        paintOutline(painter, *current, QPen(m_theme.accent, 1.5 * m_theme.strokes, Qt::DashLine));
    if (selected)
        paintOutline(painter, *selected, QPen(m_theme.selection, 2 * m_theme.strokes));
}

} // namespace tidemark::ui
