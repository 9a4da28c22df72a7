// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/class_legend.h"

#include "ui/details/figures.h"
#include "ui/tiles/tile.h"

#include <QEvent>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

constexpr double classMargin = 10;
constexpr double classSample = 12;
constexpr double classGap = 6;
constexpr double classBetween = 18;

} // namespace

ClassLegend::ClassLegend(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Colours of the allocations"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    refresh();
}

void ClassLegend::setClasses(std::shared_ptr<const AllocationClasses> classes)
{
    m_classes = std::move(classes);
    refresh();
}

void ClassLegend::setUnits(ByteUnits units)
{
    m_units = units;
    refresh();
}

void ClassLegend::setFreeMemory(const QString& name)
{
    m_freeMemory = name;
    refresh();
}

void ClassLegend::refresh()
{
    constexpr std::size_t mostEntries = 16;
    m_entries.clear();
    QStringList spoken;
    if (m_classes) {
        const Theme theme = Theme::fromPalette(palette());
        const std::vector<BandLook> looks = looksOf(*m_classes, theme);
        const std::size_t shown = std::min(looks.size(), mostEntries);
        for (std::size_t i = 0; i < shown; ++i)
            m_entries.push_back({className(*m_classes, i, m_units), looks[i]});
        if (shown < looks.size())
            m_entries.push_back({tr("and %1 more").arg(countText(looks.size() - shown)), std::nullopt});
        if (!m_freeMemory.isEmpty())
            m_entries.push_back({m_freeMemory, BandLook{freeMemoryColour(theme), {}, BandPattern::Plain}});
        if (!m_classes->note.isEmpty())
            m_entries.push_back({m_classes->note, std::nullopt});
        for (const Entry& entry : m_entries)
            spoken << entry.name;
    }
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    setFixedHeight(heightForWidth(width()));
    update();
}

std::vector<QRectF> ClassLegend::placesOf(double width) const
{
    const QFontMetricsF metrics(Theme::labelFont(font()));
    const double line = std::ceil(metrics.height()) + 4;
    const double room = width - 2 * classMargin;
    double x = classMargin;
    double y = 2;
    std::vector<QRectF> places;
    for (const Entry& entry : m_entries) {
        const double wanted = std::min(
            room, (entry.look ? classSample + classGap : 0) + metrics.horizontalAdvance(entry.name) + 1);
        if (x > classMargin && x + wanted > classMargin + room) {
            x = classMargin;
            y += line;
        }
        places.emplace_back(x, y, wanted, line);
        x += wanted + classBetween;
    }
    return places;
}

int ClassLegend::heightForWidth(int width) const
{
    const auto places = placesOf(std::max(width, 100));
    return places.empty() ? 0 : static_cast<int>(std::ceil(places.back().bottom())) + 2;
}

void ClassLegend::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (const int wanted = heightForWidth(width()); wanted != height())
        setFixedHeight(wanted);
}

void ClassLegend::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        refresh();
}

void ClassLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme theme = Theme::fromPalette(palette());
    painter.fillRect(rect(), theme.background);
    painter.setFont(Theme::labelFont(font()));
    const QFontMetricsF metrics(painter.font());
    const auto places = placesOf(width());
    for (std::size_t i = 0; i < places.size(); ++i) {
        QRectF text = places[i];
        if (m_entries[i].look) {
            const double middle = std::round(text.center().y());
            paintBandSample(
                painter, QRectF(text.left(), middle - 5, classSample, 10), *m_entries[i].look, theme);
            text.setLeft(text.left() + classSample + classGap);
        }
        painter.setPen(m_entries[i].look ? theme.text : theme.mutedText);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            metrics.elidedText(m_entries[i].name, Qt::ElideRight, text.width()));
    }
}

} // namespace tidemark::ui
