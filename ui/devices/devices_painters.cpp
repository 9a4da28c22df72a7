// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/devices/devices_painters.h"

#include "ui/details/figures.h"
#include "ui/devices/devices_readings.h"
#include "ui/drawing.h"
#include "ui/timeline/overlay_lines.h"
#include "ui/timeline/tick_labels.h"
#include "ui/words.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;

// Paints one frame.
class DevicesPainter {
public:
    DevicesPainter(QPainter& painter, const DevicesModel& model, const DevicesScene& scene,
        const DevicesOverlay& overlay)
        : m_painter(painter)
        , m_model(model)
        , m_scene(scene)
        , m_overlay(overlay)
        , m_bold(scene.font)
        , m_figures(Theme::figureFont(scene.font))
        , m_line(std::ceil(QFontMetricsF(scene.font).height()) + 1)
    {
        m_bold.setBold(true);
    }

    void paint()
    {
        m_painter.fillRect(m_scene.header.united(m_scene.axis), m_scene.theme.background);
        m_painter.save();
        m_painter.setClipRect(m_scene.rows);
        for (const DevicesScene::Row& row : m_scene.visible)
            paintRow(row);
        m_painter.restore();
        paintAxis();
        m_painter.save();
        m_painter.setClipRect(m_scene.rows);
        for (const DevicesScene::Row& row : m_scene.visible)
            paintOver(row);
        m_painter.restore();
        paintHeader();
    }

private:
    const Theme& theme() const { return m_scene.theme; }

    void write(const QRectF& place, int flags, const QString& text, const QFont& font, const QColor& colour)
    {
        m_painter.setFont(font);
        m_painter.setPen(colour);
        const QString fitting = QFontMetricsF(font).elidedText(text, Qt::ElideRight, place.width());
        m_painter.drawText(place, flags | Qt::AlignVCenter | Qt::TextSingleLine, fitting);
    }

    void paintRow(const DevicesScene::Row& row)
    {
        const bool isPicked = row.row == m_overlay.pickedRow;
        const QColor ground =
            isPicked ? blend(theme().panel, theme().accent, theme().isDark ? 0.16 : 0.09) : theme().panel;
        m_painter.fillRect(row.rect, theme().panel);
        m_painter.fillRect(QRectF(0, row.rect.top(), m_scene.textWidth, row.rect.height()), ground);
        if (!row.curves.isNull())
            m_painter.drawImage(QPointF(row.curvesLeft, row.plot.top()), row.curves);
        paintMedian(row);
        paintWords(row);
        if (!row.reason.isEmpty())
            write(row.plot.adjusted(wordPadding, 0, -wordPadding, 0), Qt::AlignLeft, row.reason, m_scene.font,
                theme().mutedText);
        m_painter.fillRect(QRectF(0, std::floor(row.rect.bottom()) - 1, row.rect.width(), 1), theme().border);
    }

    // Of two it would be their middle, where nothing is.
    bool hasMedian() const { return m_model.comparison().comparedCount > 2; }

    // The median of the peaks of reserved, dashed.
    void paintMedian(const DevicesScene::Row& row)
    {
        if (!hasMedian())
            return;
        const auto median = static_cast<double>(m_model.comparison().median[2]);
        const double y = std::floor(row.plot.bottom() - median / m_scene.top * row.plot.height());
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.setPen(QPen(withAlpha(theme().text, 0.45), 1, Qt::DashLine));
        m_painter.drawLine(QPointF(row.plot.left(), y), QPointF(row.plot.right(), y));
    }

    void paintWords(const DevicesScene::Row& row)
    {
        const DeviceRow& device = m_model.rows()[row.row];
        if (device.isOutlier)
            m_painter.fillRect(QRectF(0, row.rect.top(), 4, row.rect.height() - 1), theme().warning);
        const auto lines = std::max(2, static_cast<int>((row.rect.height() - 6) / m_line));
        QRectF line(wordPadding, row.rect.top() + 4, m_scene.textWidth - 2 * wordPadding, m_line);
        paintTitle(device, line);
        const auto peak = [&](Curve curve, const QString& name, const QColor& colour) {
            line.translate(0, m_line);
            const auto bytes = m_model.comparison().devices[device.device].peak(curve).bytes;
            write(line, Qt::AlignLeft, name, m_scene.font, colour);
            write(line, Qt::AlignRight,
                countText(static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0))) + u" B"_s, m_figures,
                theme().text);
        };
        peak(Curve::Reserved, tr("reserved"), theme().mutedText);
        if (lines < 4)
            return;
        peak(Curve::Active, tr("active"), theme().mutedText);
        peak(Curve::Allocated, tr("allocated"), theme().mutedText);
        const auto rest = [&](const QString& text, const QColor& colour) {
            line.translate(0, m_line);
            write(line, Qt::AlignLeft, text, m_scene.font, colour);
        };
        if (lines >= 5 && !device.troubles.isEmpty())
            rest(device.troubles, theme().warning);
        if (lines >= (device.troubles.isEmpty() ? 5 : 6))
            rest(device.address, theme().mutedText);
    }

    // "rank 3                 stands out +2.10 GiB (38 %)"
    void paintTitle(const DeviceRow& device, const QRectF& line)
    {
        write(line, Qt::AlignLeft, device.label, m_bold, theme().text);
        const double used = QFontMetricsF(m_bold).horizontalAdvance(device.label) + 12;
        const QString words = device.isOutlier ? tr("stands out") + u' ' + device.distance : device.distance;
        write(line.adjusted(used, 0, 0, 0), Qt::AlignRight, words, device.isOutlier ? m_bold : m_scene.font,
            device.isOutlier ? theme().warning : theme().mutedText);
    }

    void paintOver(const DevicesScene::Row& row)
    {
        if (row.peak) {
            m_painter.setRenderHint(QPainter::Antialiasing);
            m_painter.setPen(QPen(theme().reserved, 1.2));
            m_painter.setBrush(theme().panel);
            m_painter.drawEllipse(*row.peak, 2.6, 2.6);
            m_painter.setRenderHint(QPainter::Antialiasing, false);
        }
        if (m_overlay.cursor && m_scene.geometry.range.contains(*m_overlay.cursor)) {
            const QColor colour =
                row.row == m_overlay.pickedRow ? theme().cursor : withAlpha(theme().cursor, 0.35);
            upright(m_painter, m_scene.geometry.toPixel(*m_overlay.cursor), row.rect.top(),
                row.rect.bottom() - 1, colour);
        }
        if (m_overlay.hover)
            paintReading(row);
        if (row.row == m_overlay.currentRow && m_overlay.hasFocus) {
            m_painter.setBrush(Qt::NoBrush);
            m_painter.setPen(QPen(theme().accent, 2));
            m_painter.drawRect(row.rect.adjusted(1, 1, -1, -2));
        }
    }

    void paintReading(const DevicesScene::Row& row)
    {
        const double x = m_scene.geometry.toPixel(*m_overlay.hover);
        constexpr double dot = 2;
        constexpr double period = 5;
        for (double y = row.rect.top(); y < row.rect.bottom(); y += period)
            upright(m_painter, x, y, std::min(row.rect.bottom(), y + dot), theme().hover);
        if (!row.reason.isEmpty())
            return;
        const QString text = readingAt(m_model, m_model.rows()[row.row], *m_overlay.hover);
        const double width = QFontMetricsF(m_scene.font).horizontalAdvance(text) + 12;
        QRectF box(x + 8, row.plot.top() + 1, width, m_line + 2);
        if (box.right() > row.plot.right())
            box.moveRight(x - 8);
        box.moveLeft(std::max(box.left(), row.plot.left()));
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(withAlpha(theme().raised, 0.88));
        m_painter.drawRoundedRect(box, 3, 3);
        write(box.adjusted(6, 0, -4, 0), Qt::AlignLeft, text, m_scene.font, theme().text);
    }

    double tickStep(int most) const
    {
        constexpr double finest = 1e4; // ticks of a step
        const double width = m_scene.geometry.range.width();
        if (m_model.alignment().by() == AlignBy::Time)
            return timeTickStep(width, most);
        return width < most && m_model.alignment().by() == AlignBy::Step
            ? eventTickStep(width * finest, most) / finest
            : eventTickStep(width, most);
    }

    QString tickLabel(double value, double step) const
    {
        if (m_model.alignment().by() == AlignBy::Time)
            return timeTickLabel(value, step, m_scene.geometry.range.end);
        return step < 1 ? QString::number(value, 'g', 9) : eventTickLabel(value);
    }

    void paintAxis()
    {
        constexpr double labelRoom = 110;
        const AxisGeometry& geometry = m_scene.geometry;
        const double step = tickStep(std::max(1, static_cast<int>(geometry.width / labelRoom)));
        for (double i = std::ceil(geometry.range.begin / step); i * step <= geometry.range.end; ++i) {
            const double x = geometry.toPixel(i * step);
            upright(m_painter, x, m_scene.rows.top(), m_scene.rows.bottom(), withAlpha(theme().text, 0.09));
            upright(m_painter, x, m_scene.axis.top(), m_scene.axis.top() + 4, theme().border);
            const QRectF place(x - labelRoom / 2, m_scene.axis.top() + 5, labelRoom, m_line);
            if (place.left() >= m_scene.textWidth - labelRoom / 2 && place.center().x() <= geometry.right())
                write(place, Qt::AlignHCenter, tickLabel(i * step, step), m_scene.font, theme().mutedText);
        }
        const QRectF name(
            wordPadding, m_scene.axis.top() + 5, m_scene.textWidth - wordPadding - labelRoom / 3, m_line);
        write(name, Qt::AlignLeft, axisName(), m_scene.font, theme().mutedText);
    }

    QString axisName() const
    {
        switch (m_model.alignment().by()) {
        case AlignBy::Step:
            return m_model.alignment().hasStepNumbers() ? tr("training step") : tr("training step, from one");
        case AlignBy::Event:
            return tr("event");
        case AlignBy::Time:
            break;
        }
        return m_model.alignment().hasOneClock() ? tr("time, one clock") : tr("time, each from its start");
    }

    void paintHeader()
    {
        const QRectF line(wordPadding, m_scene.header.top(), m_scene.header.width() - 2 * wordPadding,
            m_scene.header.height());
        if (m_overlay.hover && m_overlay.hoveredRow < m_model.rows().size()) {
            write(line, Qt::AlignLeft,
                exactReadingAt(m_model, m_model.rows()[m_overlay.hoveredRow], *m_overlay.hover), m_scene.font,
                theme().text);
            return;
        }
        write(line, Qt::AlignLeft, tr("Peaks"), m_scene.font, theme().mutedText);
        paintLegend();
    }

    void paintLegend()
    {
        const QFontMetricsF metrics(m_scene.font);
        const QRectF& row = m_scene.header;
        const double y = std::round(row.center().y());
        double x = m_scene.geometry.left;
        const auto entry = [&](const QString& text, const OverlayLook& look) {
            paintOverlaySample(m_painter, QRectF(x, y - 1, 14, 2), look);
            const double width = metrics.horizontalAdvance(text) + 2;
            write(QRectF(x + 20, row.top(), width, row.height()), Qt::AlignLeft, text, m_scene.font,
                theme().text);
            x += 20 + width + 18;
        };
        entry(tr("reserved"), {theme().reserved, false});
        entry(tr("active"), {theme().active, false});
        entry(tr("allocated"), {theme().allocated, false});
        if (hasMedian())
            entry(tr("median of the peaks of reserved, %1")
                      .arg(bytesText(
                          static_cast<std::uint64_t>(m_model.comparison().median[2]), m_model.units())),
                {blend(theme().background, theme().text, 0.6), true});
        const QString scale =
            tr("every row is %1 high")
                .arg(bytesText(static_cast<std::uint64_t>(std::llround(m_scene.top)), m_model.units()));
        if (x + metrics.horizontalAdvance(scale) < m_scene.geometry.right())
            write(QRectF(x, row.top(), m_scene.geometry.right() - x, row.height()), Qt::AlignRight, scale,
                m_scene.font, theme().mutedText);
    }

    QPainter& m_painter;
    const DevicesModel& m_model;
    const DevicesScene& m_scene;
    const DevicesOverlay& m_overlay;
    QFont m_bold;
    QFont m_figures;
    double m_line;
};

} // namespace

void paintDevices(
    QPainter& painter, const DevicesModel& model, const DevicesScene& scene, const DevicesOverlay& overlay)
{
    DevicesPainter(painter, model, scene, overlay).paint();
}

} // namespace tidemark::ui
