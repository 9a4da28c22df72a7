// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_legend.h"

#include "ui/details/figures.h"
#include "ui/map/map_paints.h"
#include "ui/map/map_words.h"

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

void MapLegend::setEntries(std::vector<LegendEntry> entries, ByteUnits units)
{
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

int MapLegend::entryWidth(const LegendEntry& entry) const
{
    // Room for the widest figure of its kind, so that the legend keeps still while figures change.
    return sampleSide + sampleGap + fontMetrics().horizontalAdvance(entry.label) + wordGap
        + fontMetrics().horizontalAdvance(QStringLiteral("0000 MiB"));
}

std::vector<QRect> MapLegend::entryRects(int width) const
{
    std::vector<QRect> rects;
    int x = 0;
    int y = 0;
    for (const LegendEntry& entry : m_entries) {
        const int wide = entryWidth(entry);
        if (x > 0 && x + wide > width) {
            x = 0;
            y += lineHeight();
        }
        rects.emplace_back(x, y, wide, lineHeight());
        x += wide + entryGap;
    }
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
    const MapPaints paints = MapPaints::fromTheme(theme, ratio);
    const int side = qRound(sampleSide * ratio);
    const auto rects = entryRects(width());
    QPainter painter(this);
    for (std::size_t i = 0; i < rects.size(); ++i) {
        QImage sample = swatch(paints, m_entries[i].memoryClass, {side, side});
        sample.setDevicePixelRatio(ratio);
        painter.drawImage(rects[i].left(), rects[i].center().y() - sampleSide / 2 + 1, sample);
        QRect words = rects[i].adjusted(sampleSide + sampleGap, 0, 0, 0);
        painter.setPen(theme.text);
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, m_entries[i].label);
        words.adjust(fontMetrics().horizontalAdvance(m_entries[i].label) + wordGap, 0, 0, 0);
        painter.setPen(theme.mutedText);
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, bytesText(m_entries[i].bytes, m_units));
    }
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
        const QString text = m_entries[i].explanation + QStringLiteral("\n") + countText(m_entries[i].bytes)
            + QStringLiteral(" B");
        QToolTip::showText(help->globalPos(), text, this, rects[i]);
        return true;
    }
    QToolTip::hideText();
    return true;
}

} // namespace tidemark::ui
