// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/groups/group_legend.h"

#include "core/base/bytes.h"
#include "ui/details/figures.h"
#include "ui/plain_tip.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

constexpr double legendMargin = 10;
constexpr double legendSample = 12;
constexpr double legendGap = 6;
constexpr double legendBetween = 18;

QString shortBytes(std::int64_t bytes, ByteUnits units)
{
    return QString::fromStdString(formatBytes(bytes, units));
}

QString exactBytes(std::int64_t bytes)
{
    return QString::fromStdString(formatExact(bytes));
}

QString figuresOf(const GroupLegendEntry& entry, ByteUnits units)
{
    return QStringLiteral("%1 · %2").arg(shortBytes(entry.atCursor, units), shortBytes(entry.atPeak, units));
}

double lineHeight(const QFont& font)
{
    return std::ceil(QFontMetricsF(font).height()) + 4;
}

} // namespace

std::vector<GroupLegendEntry> groupLegendEntries(
    const GroupColouring& colouring, std::size_t cursor, const Theme& theme, std::size_t most)
{
    const std::vector<BandLook> looks = bandLooks(colouring.grouping, colouring.bands, theme);
    const std::size_t known = std::min(cursor, colouring.curves.eventCount());
    std::vector<GroupLegendEntry> entries;
    for (std::size_t band = looks.size(); band-- > 0;) {
        // Also those that hold nothing at either moment: their colour is in the picture all the same.
        entries.push_back({band, QString::fromStdString(colouring.bands.bands[band].name),
            colouring.curves.valueAt(band, known), colouring.curves.valueAt(band, colouring.peak),
            looks[band]});
    }
    if (entries.size() <= most)
        return entries;
    const auto weight = [](const GroupLegendEntry& entry) { return std::max(entry.atCursor, entry.atPeak); };
    std::stable_sort(
        entries.begin(), entries.end(), [&](const GroupLegendEntry& left, const GroupLegendEntry& right) {
            return weight(left) > weight(right);
        });
    entries.resize(most);
    std::sort(entries.begin(), entries.end(),
        [](const GroupLegendEntry& left, const GroupLegendEntry& right) { return left.band > right.band; });
    return entries;
}

GroupLegend::GroupLegend(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_theme(Theme::fromPalette(palette()))
{
    setObjectName(QStringLiteral("groupLegend"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&m_state, &ViewState::colourByChanged, this, &GroupLegend::refresh);
    connect(&m_state, &ViewState::colouringChanged, this, &GroupLegend::refresh);
    connect(&m_state, &ViewState::filterChanged, this, &GroupLegend::refresh);
    connect(&m_state, &ViewState::cursorChanged, this, &GroupLegend::refresh);
    connect(&m_state, &ViewState::unitsChanged, this, &GroupLegend::refresh);
    refresh();
}

QString GroupLegend::noteText() const
{
    const GroupColouring* colouring = m_state.colouring();
    if (!colouring)
        return m_state.hasDevice() ? tr("Finding out what each allocation is …") : QString();
    return QString::fromStdString(colouring->untold);
}

void GroupLegend::refresh()
{
    constexpr std::size_t mostEntries = 14;
    setVisible(m_state.colourBy().has_value());
    m_entries.clear();
    if (!m_state.colourBy())
        return;
    if (const GroupColouring* colouring = m_state.colouring())
        m_entries = groupLegendEntries(*colouring, m_state.cursor(), m_theme, mostEntries);
    m_note = noteText();
    QStringList spoken;
    for (const GroupLegendEntry& entry : m_entries)
        spoken << tr("%1: %2 bytes at the cursor, %3 at the peak")
                      .arg(entry.name, exactBytes(entry.atCursor), exactBytes(entry.atPeak));
    setAccessibleName(tr("Colours of the timeline"));
    setAccessibleDescription((m_note.isEmpty() ? spoken : spoken << m_note).join(QStringLiteral("; ")));
    setFixedHeight(heightForWidth(width()));
    update();
}

std::vector<QRectF> GroupLegend::placesOf(double width) const
{
    const QFontMetricsF metrics(Theme::labelFont(font()));
    const double line = lineHeight(Theme::labelFont(font()));
    double x = legendMargin + metrics.horizontalAdvance(tr("at the cursor · at the peak")) + legendBetween;
    double y = 3;
    std::vector<QRectF> places;
    const auto place = [&](double wanted) {
        if (x + wanted > width - legendMargin && x > legendMargin) {
            x = legendMargin;
            y += line;
        }
        places.emplace_back(x, y, std::min(wanted, width - 2 * legendMargin), line);
        x += wanted + legendBetween;
    };
    for (const GroupLegendEntry& entry : m_entries)
        place(legendSample + legendGap + metrics.horizontalAdvance(entry.name) + legendGap
            + metrics.horizontalAdvance(figuresOf(entry, m_state.units())));
    if (!m_note.isEmpty())
        place(std::min(metrics.horizontalAdvance(m_note), width - 2 * legendMargin));
    return places;
}

int GroupLegend::heightForWidth(int width) const
{
    const auto places = placesOf(std::max(width, 100));
    const double bottom = places.empty() ? lineHeight(Theme::labelFont(font())) + 3 : places.back().bottom();
    return static_cast<int>(std::ceil(bottom)) + 3;
}

void GroupLegend::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (const int wanted = heightForWidth(width()); wanted != height())
        setFixedHeight(wanted);
}

void GroupLegend::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        m_theme = Theme::fromPalette(palette());
        refresh();
    }
}

bool GroupLegend::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto places = placesOf(width());
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!places[i].contains(help->pos()))
            continue;
        if (i < m_entries.size())
            QToolTip::showText(help->globalPos(),
                plainTip(tr("%1\n%2 B at the cursor\n%3 B at the peak of allocated memory")
                             .arg(m_entries[i].name, exactBytes(m_entries[i].atCursor),
                                 exactBytes(m_entries[i].atPeak))),
                this);
        else
            QToolTip::showText(help->globalPos(), m_note, this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

void GroupLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.background);
    const QFont font = Theme::labelFont(this->font());
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(m_theme.mutedText);
    painter.drawText(QRectF(legendMargin, 3, width(), lineHeight(font)), Qt::AlignLeft | Qt::AlignVCenter,
        tr("at the cursor · at the peak"));
    const auto places = placesOf(width());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const QRectF& place = places[i];
        if (i == m_entries.size()) {
            painter.setPen(m_theme.mutedText);
            painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                metrics.elidedText(m_note, Qt::ElideRight, place.width()));
            break;
        }
        const GroupLegendEntry& entry = m_entries[i];
        const double middle = std::round(place.center().y());
        paintBandSample(painter, QRectF(place.left(), middle - 5, legendSample, 10), entry.look, m_theme);
        QRectF text = place.adjusted(legendSample + legendGap, 0, 1, 0);
        painter.setPen(m_theme.text);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, entry.name);
        text.setLeft(text.left() + metrics.horizontalAdvance(entry.name) + legendGap);
        painter.setPen(m_theme.mutedText);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, figuresOf(entry, m_state.units()));
    }
}

} // namespace tidemark::ui
