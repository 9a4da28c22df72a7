// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/scene_painters.h"

#include "ui/drawing.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <QRegion>
#include <algorithm>
#include <array>
#include <cmath>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;

void dotted(QPainter& painter, double x, double top, double bottom, const QColor& colour)
{
    constexpr double dot = 2;
    constexpr double period = 5;
    for (double y = top; y < bottom; y += period)
        upright(painter, x, y, std::min(bottom, y + dot), colour);
}

// A word in the gutter left of a row.
void gutterLabel(QPainter& painter, const TimelineScene& scene, const QRectF& row, const QString& text)
{
    const QRectF place(0, row.center().y() - 10, row.left() - 8, 20);
    painter.setFont(scene.font);
    painter.setPen(scene.theme.mutedText);
    painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, text);
}

QColor markColour(const Theme& theme, MarkLook look)
{
    switch (look) {
    case MarkLook::OutOfMemory:
    case MarkLook::EventsLost:
        return theme.warning;
    case MarkLook::EmptyCache:
        return theme.accent;
    case MarkLook::Note:
        return theme.text;
    case MarkLook::Named:
    case MarkLook::Other:
        break;
    }
    return theme.mutedText;
}

// Each look has its own form: told apart without colour.
QPainterPath markForm(MarkLook look, double x, double y)
{
    QPainterPath form;
    switch (look) {
    case MarkLook::OutOfMemory:
    case MarkLook::EventsLost:
        form.addPolygon(QPolygonF({{x, y - 4}, {x + 4, y}, {x, y + 4}, {x - 4, y}, {x, y - 4}}));
        break;
    case MarkLook::EmptyCache:
        form.addPolygon(QPolygonF({{x - 4, y - 3}, {x + 4, y - 3}, {x, y + 4}, {x - 4, y - 3}}));
        break;
    case MarkLook::Note: // a sheet with an ear
        form.addPolygon(QPolygonF({{x - 4, y - 4}, {x + 1, y - 4}, {x + 4, y - 1}, {x + 4, y + 4},
            {x - 4, y + 4}, {x - 4, y - 4}}));
        break;
    case MarkLook::Named:
        form.addPolygon(QPolygonF({{x, y - 4}, {x + 5, y - 1.5}, {x, y + 1}, {x, y - 4}}));
        form.addRect(x - 0.5, y - 4, 1, 8);
        break;
    case MarkLook::Other:
        form.addRect(x - 0.5, y - 4, 1, 8);
        break;
    }
    return form;
}

std::vector<TimelineScene::Overlay> legendEntries(const TimelineScene& scene)
{
    const Theme& theme = scene.theme;
    std::vector<TimelineScene::Overlay> entries = {{u"reserved"_s, {theme.reserved, false}},
        {u"active"_s, {theme.active, false}}, {u"allocated"_s, {theme.allocated, false}}};
    entries.insert(entries.end(), scene.overlays.begin(), scene.overlays.end());
    return entries;
}

void paintBandText(QPainter& painter, const TimelineScene& scene, std::size_t i, const QRectF& rect)
{
    constexpr double padding = 4;
    constexpr double leastText = 28;
    const double room = rect.width() - 2 * padding;
    if (room < leastText)
        return;
    const QString text = QFontMetricsF(scene.font).elidedText(scene.bandNames[i], Qt::ElideRight, room);
    painter.setPen(blend(scene.bandColours[i], scene.theme.text, 0.8));
    painter.drawText(rect.adjusted(padding, 0, -padding, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
}

void paintRubberBand(QPainter& painter, const TimelineScene& scene, const TimelineOverlay& overlay)
{
    const QRectF& band = *overlay.rubberBand;
    painter.fillRect(band, withAlpha(scene.theme.accent, 0.14));
    upright(painter, band.left(), band.top(), band.bottom(), scene.theme.accent);
    upright(painter, band.right(), band.top(), band.bottom(), scene.theme.accent);
}

// One among the curves, one in the overview; empty where it is not seen.
std::array<QRectF, 2> cursorLines(const TimelineScene& scene, double cursor)
{
    const auto line = [](double x, const QRectF& row, double top) {
        return QRectF(std::floor(std::clamp(x, row.left(), row.right() - 1)), top, 1, row.bottom() - top);
    };
    const TimelineRows& rows = scene.rows;
    std::array<QRectF, 2> lines;
    if (scene.geometry.range.contains(cursor))
        lines[0] = line(scene.geometry.toPixel(cursor), rows.panel, rows.top());
    if (!rows.overview.isEmpty())
        lines[1] = line(scene.overview.toPixel(cursor), rows.overview, rows.overview.top());
    return lines;
}

// Where the readout may lie.
QRectF readoutBounds(const TimelineScene& scene)
{
    return {4, 4, scene.rows.panel.right() + 8, scene.rows.panel.bottom() + 20};
}

void fillAround(QPainter& painter, const QRectF& outer, const QRectF& inner, const QColor& colour)
{
    for (const QRect& part : QRegion(outer.toAlignedRect()) - inner.toRect())
        painter.fillRect(part, colour);
}

} // namespace

void paintSurroundings(QPainter& painter, const QRectF& widget, const TimelineScene& scene)
{
    fillAround(painter, widget, scene.rows.panel, scene.theme.background);
}

void paintPanel(QPainter& painter, const TimelineScene& scene)
{
    // The curves' picture is opaque.
    fillAround(
        painter, scene.rows.panel, scene.curves.isNull() ? QRectF() : scene.rows.plot, scene.theme.panel);
}

void paintCurves(QPainter& painter, const TimelineScene& scene)
{
    if (!scene.curves.isNull())
        drawPixels(painter, scene.rows.plot.topLeft(), scene.curves);
}

void paintCapacity(QPainter& painter, const TimelineScene& scene)
{
    if (!scene.capacityY)
        return;
    const QRectF& plot = scene.rows.plot;
    const double y = std::floor(*scene.capacityY) + 0.5;
    QPen pen(scene.theme.mutedText, 1);
    pen.setDashPattern({6, 4});
    painter.setPen(pen);
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.setFont(scene.font);
    const double height = QFontMetricsF(scene.font).height();
    painter.drawText(QRectF(plot.left(), y + 1, plot.width() - 6, height), Qt::AlignRight | Qt::AlignVCenter,
        scene.capacityText);
}

void paintPeaks(QPainter& painter, const TimelineScene& scene)
{
    painter.setFont(scene.font);
    for (const PlacedPeak& peak : scene.peaks) {
        const QColor& colour = peak.curve == Curve::Reserved ? scene.theme.reserved : scene.theme.allocated;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(colour, 1.2));
        painter.setBrush(scene.theme.panel);
        painter.drawEllipse(peak.point, 2.6, 2.6);
        painter.setRenderHint(QPainter::Antialiasing, false);
        // Readable where it lies on the hatching of another curve.
        if (!scene.overlays.empty())
            painter.fillRect(peak.label, withAlpha(scene.theme.panel, 0.7));
        painter.setPen(scene.theme.text);
        painter.drawText(peak.label, Qt::AlignCenter, peak.text);
    }
}

void paintLegend(QPainter& painter, const TimelineScene& scene)
{
    constexpr double sample = 14;
    constexpr double gap = 6;
    constexpr double between = 20;
    if (scene.rows.legend.isEmpty() || !scene.hasDevice)
        return;
    const QFontMetricsF metrics(scene.font);
    const QRectF& row = scene.rows.legend;
    const double y = std::round(row.center().y());
    double x = row.left() + 10;
    painter.setFont(scene.font);
    for (const TimelineScene::Overlay& entry : legendEntries(scene)) {
        const double width = metrics.horizontalAdvance(entry.name);
        if (x + sample + gap + width > row.right())
            break;
        paintOverlaySample(painter, QRectF(x, y - 1, sample, 2), entry.look);
        x += sample + gap;
        painter.setPen(scene.theme.text);
        painter.drawText(QRectF(x, row.top(), width + 1, row.height()), Qt::AlignVCenter, entry.name);
        x += width + between;
    }
}

void paintOverview(QPainter& painter, const TimelineScene& scene)
{
    const QRectF& row = scene.rows.overview;
    if (row.isEmpty())
        return;
    painter.fillRect(row, scene.theme.panel);
    if (!scene.overviewCurves.isNull())
        drawPixels(painter, row.topLeft(), scene.overviewCurves);
    if (!scene.hasDevice)
        return;
    const double left = std::floor(std::max(row.left(), scene.overview.toPixel(scene.geometry.range.begin)));
    const double right = std::ceil(std::min(row.right(), scene.overview.toPixel(scene.geometry.range.end)));
    const QRectF window(left, row.top(), std::max(3.0, right - left), row.height());
    const QColor veil = withAlpha(scene.theme.background, 0.65);
    painter.fillRect(QRectF(row.left(), row.top(), window.left() - row.left(), row.height()), veil);
    painter.fillRect(QRectF(window.right(), row.top(), row.right() - window.right(), row.height()), veil);
    painter.fillRect(window, withAlpha(scene.theme.accent, 0.07));
    painter.setPen(QPen(withAlpha(scene.theme.accent, 0.55), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(window.adjusted(0.5, 0.5, -0.5, -0.5));
}

void paintBands(QPainter& painter, const TimelineScene& scene)
{
    painter.setFont(scene.font);
    for (std::size_t i = 0; i < scene.bands.size(); ++i) {
        const PlacedBand& band = scene.bands[i];
        const double top = scene.rows.bands.top() + band.lane * scene.rows.laneHeight;
        const double left = std::round(band.left);
        // A gap of a pixel tells neighbours of one colour apart.
        const double right =
            std::max(left + 1, std::round(band.right) - (band.right - band.left > 4 ? 1 : 0));
        const QRectF rect(left, top, right - left, scene.rows.laneHeight - 1);
        painter.fillRect(rect, scene.bandColours[i]);
        paintBandText(painter, scene, i, rect);
    }
}

void paintMarks(QPainter& painter, const TimelineScene& scene)
{
    const QRectF& row = scene.rows.marks;
    if (row.isEmpty())
        return;
    const double y = std::round(row.center().y());
    painter.setFont(scene.font);
    for (const PlacedMark& mark : scene.marks) {
        const QColor colour = markColour(scene.theme, mark.look);
        const double x = std::min(mark.x, row.right() - 1);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.fillPath(markForm(mark.look, std::floor(x) + 0.5, y), colour);
        painter.setRenderHint(QPainter::Antialiasing, false);
        // Not through the words of the legend.
        dotted(painter, x, row.bottom(), scene.rows.legend.top(), withAlpha(colour, 0.55));
        dotted(painter, x, scene.rows.plot.top(), scene.rows.plot.bottom(), withAlpha(colour, 0.55));
        if (mark.label.isEmpty())
            continue;
        painter.setPen(mark.look == MarkLook::OutOfMemory ? scene.theme.warning : scene.theme.text);
        painter.drawText(QRectF(mark.labelLeft, row.top(), mark.labelWidth + 2, row.height()),
            Qt::AlignLeft | Qt::AlignVCenter, mark.label);
    }
}

void paintSegmentTicks(QPainter& painter, const TimelineScene& scene)
{
    const QRectF& row = scene.rows.segments;
    if (row.isEmpty())
        return;
    gutterLabel(painter, scene, row, u"segments"_s);
    const double middle = std::round(row.center().y());
    const double most = row.height() / 2 - 1;
    // Longer where several share a pixel, by powers of two.
    const auto length = [most](std::uint32_t count) { return std::min(most, 3 + std::log2(count)); };
    painter.fillRect(QRectF(row.left(), middle, row.width(), 1), scene.theme.grid);
    for (const SegmentTick& tick : scene.segments) {
        const double x = row.left() + tick.column;
        if (tick.gained > 0)
            upright(painter, x, middle - length(tick.gained), middle, scene.theme.reserved);
        if (tick.returned > 0)
            upright(painter, x, middle + 1, middle + 1 + length(tick.returned), scene.theme.accent);
    }
}

void paintOverlay(QPainter& painter, const TimelineScene& scene, const TimelineOverlay& overlay)
{
    if (!scene.hasDevice)
        return;
    if (overlay.rubberBand)
        paintRubberBand(painter, scene, overlay);
    if (overlay.hoverX)
        dotted(painter, *overlay.hoverX, scene.rows.top(), scene.rows.panel.bottom(), scene.theme.hover);
    for (const QRectF& line : cursorLines(scene, overlay.cursor))
        painter.fillRect(line, scene.theme.cursor);
    paintReadout(painter, overlay.readout, scene.theme, scene.font, overlay.mouse, readoutBounds(scene));
}

QRegion overlayRegion(const TimelineScene& scene, const TimelineOverlay& overlay)
{
    QRegion region;
    if (!scene.hasDevice)
        return region;
    const auto add = [&region](const QRectF& rect) {
        if (!rect.isEmpty())
            region += rect.toAlignedRect().adjusted(-1, -1, 1, 1);
    };
    if (overlay.rubberBand)
        add(*overlay.rubberBand);
    if (overlay.hoverX) {
        const double top = scene.rows.top();
        add({std::floor(*overlay.hoverX), top, 1, scene.rows.panel.bottom() - top});
    }
    for (const QRectF& line : cursorLines(scene, overlay.cursor))
        add(line);
    if (!overlay.readout.isEmpty())
        add(readoutPlace(overlay.readout, scene.font, overlay.mouse, readoutBounds(scene)));
    return region;
}

} // namespace tidemark::ui
