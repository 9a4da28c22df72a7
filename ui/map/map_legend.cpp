// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_legend.h"

#include "ui/details/figures.h"
#include "ui/map/map_paints.h"
#include "ui/map/map_words.h"
#include "ui/plain_tip.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStringList>
#include <QToolTip>
#include <algorithm>

namespace tidemark::ui {

namespace {

constexpr int sampleSide = 12;
constexpr int sampleGap = 6;
constexpr int wordGap = 6;
constexpr int entryGap = 20;
constexpr int longestLabel = 220;

} // namespace

MapLegend::MapLegend(QWidget* parent)
    : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Legend of the fragmentation map"));
}

MapLegend::~MapLegend() = default;

void MapLegend::setEntries(
    std::vector<LegendEntry> entries, ByteUnits units, std::shared_ptr<const AllocationClasses> classes)
{
    m_classes = std::move(classes);
    m_units = units;
    m_entries = std::move(entries);
    QStringList words;
    for (const LegendEntry& entry : m_entries)
        words << entry.label + QLatin1Char(' ') + bytesText(entry.bytes, m_units);
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

int MapLegend::lineHeight() const
{
    return fontMetrics().height() + 4;
}

void MapLegend::setNote(const QString& note)
{
    if (note == m_note)
        return;
    m_note = note;
    updateGeometry();
    update();
}

// Names of modules and stacks can be longer than any legend.
QString MapLegend::labelOf(const LegendEntry& entry) const
{
    return fontMetrics().elidedText(entry.label, Qt::ElideMiddle, longestLabel);
}

int MapLegend::entryWidth(const LegendEntry& entry) const
{
    // Room for the widest figure of its kind, so that the legend keeps still while figures change.
    return sampleSide + sampleGap + fontMetrics().horizontalAdvance(labelOf(entry)) + wordGap
        + fontMetrics().horizontalAdvance(QStringLiteral("0000 MiB"));
}

std::vector<QRect> MapLegend::entryRects(int width) const
{
    std::vector<QRect> rects;
    int x = 0;
    int y = 0;
    const auto place = [&](int wide) {
        if (x > 0 && x + wide > width) {
            x = 0;
            y += lineHeight();
        }
        rects.emplace_back(x, y, wide, lineHeight());
        x += wide + entryGap;
    };
    for (const LegendEntry& entry : m_entries)
        place(entryWidth(entry));
    if (!m_note.isEmpty())
        place(std::min(fontMetrics().horizontalAdvance(m_note) + 1, width));
    return rects;
}

int MapLegend::heightForWidth(int width) const
{
    const auto rects = entryRects(width);
    return rects.empty() ? lineHeight() : rects.back().bottom() + 1;
}

QSize MapLegend::sizeHint() const
{
    int width = 0;
    for (const LegendEntry& entry : m_entries)
        width += entryWidth(entry) + entryGap;
    return {width, lineHeight()};
}

QSize MapLegend::minimumSizeHint() const
{
    int width = 0;
    for (const LegendEntry& entry : m_entries)
        width = std::max(width, entryWidth(entry));
    return {width, lineHeight()};
}

void MapLegend::paintEvent(QPaintEvent* /*event*/)
{
    const Theme theme = Theme::fromPalette(palette());
    const double ratio = devicePixelRatioF();
    MapPaints paints = MapPaints::fromTheme(theme, ratio);
    if (m_classes)
        paints.setClasses(looksOf(*m_classes, theme), theme, ratio);
    const int side = qRound(sampleSide * ratio);
    const auto rects = entryRects(width());
    QPainter painter(this);
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const LegendEntry& entry = m_entries[i];
        const std::size_t look = entry.colourClass && m_classes ? paints.lookOfClass(*entry.colourClass)
                                                                : static_cast<std::size_t>(entry.memoryClass);
        QImage sample = swatch(paints, look, {side, side});
        sample.setDevicePixelRatio(ratio);
        painter.drawImage(rects[i].left(), rects[i].center().y() - sampleSide / 2 + 1, sample);
        QRect words = rects[i].adjusted(sampleSide + sampleGap, 0, 0, 0);
        painter.setPen(theme.text);
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, labelOf(entry));
        words.adjust(fontMetrics().horizontalAdvance(labelOf(entry)) + wordGap, 0, 0, 0);
        painter.setPen(theme.mutedText);
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, bytesText(entry.bytes, m_units));
    }
    if (m_note.isEmpty())
        return;
    painter.setPen(theme.mutedText);
    painter.drawText(rects.back(), Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(m_note, Qt::ElideRight, rects.back().width()));
}

bool MapLegend::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto rects = entryRects(width());
    for (std::size_t i = 0; i < rects.size(); ++i) {
        if (!rects[i].contains(help->pos()))
            continue;
        const QString text = i == m_entries.size()
            ? m_note
            : QStringLiteral("%1\n%2\n%3 B")
                  .arg(m_entries[i].label, m_entries[i].explanation, countText(m_entries[i].bytes));
        QToolTip::showText(help->globalPos(), plainTip(text), this, rects[i]);
        return true;
    }
    QToolTip::hideText();
    return true;
}

} // namespace tidemark::ui
