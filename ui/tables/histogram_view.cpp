// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/histogram_view.h"

#include "ui/details/figures.h"
#include "ui/plain_tip.h"
#include "ui/theme.h"
#include "ui/window/look.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

constexpr double histogramMargin = 14;
constexpr double widestSlot = 110;

double barTextHeight(const QWidget& widget)
{
    return std::ceil(QFontMetricsF(Theme::labelFont(widget.font())).height());
}

} // namespace

HistogramView::HistogramView(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(120);
}

void HistogramView::setHistogram(const Histogram& histogram)
{
    m_histogram = histogram;
    m_pointed.reset();
    setCountsBytes(m_countsBytes);
}

void HistogramView::setCountsBytes(bool bytes)
{
    m_countsBytes = bytes;
    m_highest = 0;
    for (std::size_t bar = 0; bar < barCount(); ++bar)
        m_highest = std::max(m_highest, heightOf(bar));
    update();
}

void HistogramView::setUnits(ByteUnits units)
{
    m_units = units;
    update();
}

std::size_t HistogramView::barCount() const
{
    return m_histogram.bars.size() + (m_histogram.openCount > 0 ? 1 : 0);
}

HistogramBar HistogramView::barAt(std::size_t bar) const
{
    if (!isOpenBar(bar))
        return m_histogram.bars[bar];
    return {0, 0, m_histogram.openCount, m_histogram.openBytes};
}

QString HistogramView::valueText(std::size_t bar) const
{
    return m_countsBytes ? bytesText(heightOf(bar), m_units) : countText(heightOf(bar));
}

QString HistogramView::nameText(std::size_t bar) const
{
    return isOpenBar(bar) ? tr("open") : QString::fromStdString(barName(m_histogram.of, barAt(bar), m_units));
}

QString HistogramView::tipText(std::size_t bar) const
{
    const HistogramBar about = barAt(bar);
    const QString sum =
        tr("%1, %2 B").arg(counted(about.count, tr("allocation"), tr("allocations")), countText(about.bytes));
    const QString hint =
        isChosen(bar) ? tr("\nClick to show all again.") : tr("\nClick to see these alone in all views.");
    if (isOpenBar(bar))
        return (m_histogram.of == HistogramOf::LifeTime
                       ? tr("Not freed in this recording, there before it, or recorded without times: ")
                       : tr("Not freed in this recording, or there before it: "))
            + sum + hint;
    switch (m_histogram.of) {
    case HistogramOf::Size:
        return tr("%1 to %2 B: ").arg(countText(about.least), countText(about.most)) + sum + hint;
    case HistogramOf::LifeEvents:
        return tr("Alive for %1 to %2 events: ").arg(countText(about.least), countText(about.most)) + sum
            + hint;
    case HistogramOf::LifeTime:
        return tr("Alive for %1 to %2 µs: ").arg(countText(about.least), countText(about.most)) + sum + hint;
    }
    return sum;
}

// The strip that belongs to a bar, from top to bottom.
QRectF HistogramView::slotRect(std::size_t bar) const
{
    const double room = width() - 2 * histogramMargin;
    const double slot =
        std::min(widestSlot, room / static_cast<double>(std::max<std::size_t>(barCount(), 1)));
    return {histogramMargin + slot * static_cast<double>(bar), 0, slot, static_cast<double>(height())};
}

QRectF HistogramView::barRect(std::size_t bar) const
{
    const double line = barTextHeight(*this);
    const QRectF slot = slotRect(bar);
    const double gap = std::clamp(slot.width() * 0.12, 1.0, 8.0);
    const double base = height() - line - 10;
    const double most = std::max(base - line - 10, 1.0);
    const double share =
        m_highest == 0 ? 0 : static_cast<double>(heightOf(bar)) / static_cast<double>(m_highest);
    // Few beside many are seen, too.
    const double tall = heightOf(bar) == 0 ? 0 : std::max(most * share, 2.0);
    return {slot.left() + gap, base - tall, slot.width() - 2 * gap, tall};
}

std::optional<std::size_t> HistogramView::barUnder(const QPointF& place) const
{
    for (std::size_t bar = 0; bar < barCount(); ++bar)
        if (slotRect(bar).contains(place) && heightOf(bar) > 0)
            return bar;
    return std::nullopt;
}

void HistogramView::point(std::optional<std::size_t> bar)
{
    if (bar == m_pointed)
        return;
    m_pointed = bar;
    setCursor(bar ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setAccessibleDescription(bar ? nameText(*bar) + QStringLiteral(": ") + tipText(*bar) : QString());
    update();
}

AllocationFilter HistogramView::filterOf(std::size_t bar) const
{
    return isOpenBar(bar) ? withUnknownLife({}, m_histogram.of) : withBar({}, m_histogram.of, barAt(bar));
}

void HistogramView::setFilter(const AllocationFilter& filter)
{
    m_filter = filter;
    update();
}

bool HistogramView::isChosen(std::size_t bar) const
{
    return onlyOf(m_filter, m_histogram.of) == filterOf(bar);
}

bool HistogramView::isPale(std::size_t bar) const
{
    const AllocationFilter wanted = onlyOf(m_filter, m_histogram.of);
    if (wanted.isAll())
        return false;
    const auto& life = m_histogram.of == HistogramOf::LifeTime ? wanted.lifeUs : wanted.lifeEvents;
    if (isOpenBar(bar) || (life && life->isUnknown))
        return !(isOpenBar(bar) && life && life->isUnknown);
    const AllocationFilter::Range range = wanted.size ? *wanted.size : life->range;
    return barAt(bar).most < range.least || barAt(bar).least > range.most;
}

void HistogramView::pick(std::size_t bar)
{
    Q_EMIT picked(filterOf(bar));
}

void HistogramView::paintBar(QPainter& painter, std::size_t bar, const Theme& theme) const
{
    const QRectF rect = barRect(bar);
    const QRectF slot = slotRect(bar);
    const double line = barTextHeight(*this);
    const bool isPointed = m_pointed == bar;
    const QColor fill = isPointed ? theme.allocated : theme.allocatedFill;
    if (isOpenBar(bar)) {
        painter.fillRect(rect, theme.panel);
        painter.fillRect(rect, QBrush(isPointed ? theme.text : theme.mutedText, Qt::BDiagPattern));
    } else {
        painter.fillRect(rect, fill);
    }
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), std::min(rect.height(), 2.0)),
        isOpenBar(bar) ? theme.mutedText : theme.allocated);
    if (isPale(bar)) {
        QColor veil = theme.panel;
        veil.setAlphaF(0.65F);
        painter.fillRect(rect, veil);
    }
    if (isChosen(bar) || (isPointed && hasFocus())) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(rect.adjusted(-2, -2, 2, 2));
    }
    const QFontMetricsF metrics(painter.font());
    const auto write = [&](const QString& text, double top, const QColor& colour) {
        if (text.isEmpty() || metrics.horizontalAdvance(text) > slot.width() - 2)
            return;
        painter.setPen(colour);
        painter.drawText(QRectF(slot.left(), top, slot.width(), line), Qt::AlignCenter, text);
    };
    if (heightOf(bar) > 0)
        write(valueText(bar), rect.top() - line - 3, theme.text);
    write(nameText(bar), height() - line - 5, isPointed ? theme.text : theme.mutedText);
}

void HistogramView::paintEvent(QPaintEvent*)
{
    const Theme theme = applicationTheme();
    QPainter painter(this);
    painter.setFont(Theme::figureFont(Theme::labelFont(font())));
    painter.fillRect(rect(), theme.panel);
    for (std::size_t bar = 0; bar < barCount(); ++bar)
        paintBar(painter, bar, theme);
    if (barCount() == 0)
        return;
    const double base = height() - barTextHeight(*this) - 10;
    painter.setPen(theme.border);
    painter.drawLine(QPointF(histogramMargin, base), QPointF(slotRect(barCount() - 1).right(), base));
}

bool HistogramView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto bar = barUnder(QPointF(help->pos()));
        QToolTip::showText(help->globalPos(), bar ? plainTip(tipText(*bar)) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

void HistogramView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void HistogramView::keyPressEvent(QKeyEvent* event)
{
    const std::size_t count = barCount();
    const bool isLeft = event->key() == Qt::Key_Left;
    if (count > 0 && (isLeft || event->key() == Qt::Key_Right)) {
        if (!m_pointed)
            return point(isLeft ? count - 1 : 0);
        return point(isLeft ? (*m_pointed == 0 ? 0 : *m_pointed - 1) : std::min(*m_pointed + 1, count - 1));
    }
    if (m_pointed && heightOf(*m_pointed) > 0
        && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        return pick(*m_pointed);
    QWidget::keyPressEvent(event);
}

void HistogramView::leaveEvent(QEvent* event)
{
    point(std::nullopt);
    QWidget::leaveEvent(event);
}

void HistogramView::mouseMoveEvent(QMouseEvent* event)
{
    point(barUnder(event->position()));
}

void HistogramView::mousePressEvent(QMouseEvent* event)
{
    const auto bar = barUnder(event->position());
    if (bar && event->button() == Qt::LeftButton)
        pick(*bar);
}

} // namespace tidemark::ui
