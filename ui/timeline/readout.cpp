// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/readout.h"

#include "core/analysis/curves/curve_columns.h"
#include "ui/details/figures.h"
#include "ui/timeline/overlay_lines.h"
#include "ui/timeline/tick_labels.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;

bool hasTimes(const Device& device)
{
    return !device.events.empty() && device.events.timeUs().back() != 0;
}

// A readout measured for its fonts.
class ReadoutBox {
public:
    ReadoutBox(const Readout& readout, const QFont& font)
        : m_readout(readout)
        , m_font(font)
        , m_bold(font)
        , m_figures(Theme::figureFont(font))
    {
        m_bold.setBold(true);
        m_lineHeight = std::ceil(QFontMetricsF(m_font).height()) + 2;
        measure();
    }

    QSizeF size() const { return {m_width + 2 * padding, m_lines * m_lineHeight + 2 * padding}; }

    void paint(QPainter& painter, const Theme& theme, const QRectF& box) const
    {
        painter.setPen(theme.border);
        painter.setBrush(theme.raised);
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        QRectF line(box.left() + padding, box.top() + padding, m_width, m_lineHeight);
        const auto write = [&](const QFont& font, const QColor& colour, int flags, const QString& text) {
            painter.setFont(font);
            painter.setPen(colour);
            painter.drawText(line, flags | Qt::AlignVCenter, text);
        };
        if (!m_readout.title.isEmpty()) {
            write(m_bold, theme.text, Qt::AlignLeft, m_readout.title);
            line.translate(0, m_lineHeight);
        }
        for (const QString& text : m_readout.lines) {
            write(m_font, theme.mutedText, Qt::AlignLeft, text);
            line.translate(0, m_lineHeight);
        }
        for (const Readout::Row& row : m_readout.rows) {
            paintRow(painter, theme, row, line);
            line.translate(0, m_lineHeight);
        }
    }

private:
    static constexpr double padding = 8;
    static constexpr double columnGap = 16;
    static constexpr double swatchWidth = 16;

    void measure()
    {
        const QFontMetricsF text(m_font);
        const QFontMetricsF figures(m_figures);
        double label = 0;
        double exact = 0;
        double figure = 0;
        for (const Readout::Row& row : m_readout.rows) {
            label = std::max(label, text.horizontalAdvance(row.label) + swatchWidth);
            figure = std::max(figure, figures.horizontalAdvance(row.figure));
            exact = std::max(exact, figures.horizontalAdvance(row.exact));
        }
        m_exactWidth = exact;
        m_width = m_readout.rows.empty() ? 0 : label + columnGap + figure + columnGap + exact;
        m_width = std::max(m_width, QFontMetricsF(m_bold).horizontalAdvance(m_readout.title));
        for (const QString& line : m_readout.lines)
            m_width = std::max(m_width, text.horizontalAdvance(line));
        m_width = std::ceil(m_width);
        m_lines = static_cast<double>(m_readout.lines.size()) + static_cast<double>(m_readout.rows.size())
            + (m_readout.title.isEmpty() ? 0 : 1);
    }

    void paintRow(QPainter& painter, const Theme& theme, const Readout::Row& row, const QRectF& line) const
    {
        if (row.swatch.isValid())
            painter.fillRect(QRectF(line.left(), std::round(line.center().y()) - 1, 10, 2), row.swatch);
        painter.setFont(m_font);
        painter.setPen(theme.text);
        painter.drawText(line.adjusted(swatchWidth, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, row.label);
        painter.setFont(m_figures);
        painter.drawText(
            line.adjusted(0, 0, -m_exactWidth - columnGap, 0), Qt::AlignRight | Qt::AlignVCenter, row.figure);
        painter.setPen(theme.mutedText);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, row.exact);
    }

    const Readout& m_readout;
    QFont m_font;
    QFont m_bold;
    QFont m_figures;
    double m_lineHeight = 0;
    double m_width = 0;
    double m_exactWidth = 0;
    double m_lines = 0;
};

QRectF placeNear(const QPointF& mouse, const QSizeF& size, const QRectF& bounds)
{
    constexpr double distance = 14;
    QRectF place(mouse + QPointF(distance, distance), size);
    if (place.right() > bounds.right())
        place.moveRight(mouse.x() - distance);
    place.moveLeft(std::max(place.left(), bounds.left()));
    if (place.bottom() > bounds.bottom())
        place.moveBottom(std::min(mouse.y() - distance, bounds.bottom()));
    place.moveTop(std::max(place.top(), bounds.top()));
    place.moveTopLeft(QPointF(std::round(place.left()), std::round(place.top())));
    return place;
}

} // namespace

QString megabytesText(std::int64_t bytes, ByteUnits units)
{
    // Hundredths of one; the remainder is rounded, and may carry.
    constexpr std::size_t power = 2;
    const std::int64_t magnitude = std::abs(bytes);
    const auto unit = static_cast<std::int64_t>(unitFactor(units) * unitFactor(units));
    std::int64_t whole = magnitude / unit;
    std::int64_t hundredths = (magnitude % unit * 100 + unit / 2) / unit;
    if (hundredths == 100) {
        ++whole;
        hundredths = 0;
    }
    return (bytes < 0 ? u"\u2212"_s : QString()) + countText(whole) + u'.'
        + QString::number(hundredths).rightJustified(2, u'0') + u' ' + textOf(unitName(units, power));
}

QString positionText(const Device& device, std::size_t eventCount, std::size_t position)
{
    const QString total = countText(eventCount);
    if (position == 0)
        return u"before the first of %1 events"_s.arg(total);
    QString text = u"event %1 of %2"_s.arg(countText(position), total);
    if (hasTimes(device)) {
        const double time = axisValue(device, TimeAxis::Time, position);
        text += u" \u00b7 "_s + timeText(static_cast<std::int64_t>(std::llround(time)));
    }
    return text;
}

QString eventText(const Device& device, std::size_t event)
{
    const Event happened = device.events[event];
    const std::string_view name = actionName(happened.action);
    QString text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    if (happened.size > 0)
        text += u" %1 B"_s.arg(countText(happened.size));
    if (happened.stream < device.streams.size() && device.streams[happened.stream] != 0)
        text += u" on stream 0x%1"_s.arg(device.streams[happened.stream], 0, 16);
    return text;
}

Readout readoutAt(
    const Device& device, const CurveView& history, std::size_t position, const Theme& theme, ByteUnits units)
{
    Readout readout;
    readout.title = positionText(device, history.eventCount(), position);
    if (position > 0)
        readout.lines << eventText(device, position - 1);
    const auto add = [&](Curve curve, const QColor& colour, const QString& label) {
        const std::int64_t bytes = history.valueAt(curve, position);
        readout.rows.push_back({colour, label, megabytesText(bytes, units), countText(bytes) + u" B"_s});
    };
    if (history.hasReserved())
        add(Curve::Reserved, theme.reserved, u"reserved"_s);
    add(Curve::Active, theme.active, u"active"_s);
    add(Curve::Allocated, theme.allocated, u"allocated"_s);
    return readout;
}

void addOverlayRow(
    Readout& readout, const OverlayCurve& curve, std::size_t position, const Theme& theme, ByteUnits units)
{
    if (position > curve.values.size())
        return;
    const std::int64_t bytes = curve.valueAt(position);
    readout.rows.push_back({overlayLook(theme, curve.role).colour, curve.name, megabytesText(bytes, units),
        countText(bytes) + u" B"_s});
}

QString spokenText(const Device& device, const CurveView& history, std::size_t position)
{
    QString text = positionText(device, history.eventCount(), position);
    text[0] = text[0].toUpper();
    text.replace(u" \u00b7"_s, u","_s);
    if (position > 0)
        text += u", "_s + eventText(device, position - 1);
    const QString reserved = history.hasReserved()
        ? u"Reserved %1 bytes, active"_s.arg(countText(history.valueAt(Curve::Reserved, position)))
        : u"Active"_s;
    return u"%1. %2 %3 bytes, allocated %4 bytes."_s.arg(text, reserved,
        countText(history.valueAt(Curve::Active, position)),
        countText(history.valueAt(Curve::Allocated, position)));
}

QRectF readoutPlace(const Readout& readout, const QFont& font, const QPointF& mouse, const QRectF& bounds)
{
    return placeNear(mouse, ReadoutBox(readout, font).size(), bounds);
}

void paintReadout(QPainter& painter, const Readout& readout, const Theme& theme, const QFont& font,
    const QPointF& mouse, const QRectF& bounds)
{
    if (readout.isEmpty())
        return;
    const ReadoutBox box(readout, font);
    painter.setRenderHint(QPainter::Antialiasing);
    box.paint(painter, theme, placeNear(mouse, box.size(), bounds));
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace tidemark::ui
