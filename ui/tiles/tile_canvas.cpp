// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/tile_canvas.h"

#include "ui/map/map_rows.h"
#include "ui/plain_tip.h"
#include "ui/tiles/allocation_words.h"
#include "ui/timeline/timeline_scene.h"

#include <QAccessible>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

// The half of the canvas that knows what it shows; tile_canvas_paint.cpp draws, tile_canvas_input.cpp
// listens.
namespace tidemark::ui {

namespace {

bool isAt(const Allocation& allocation, std::uint64_t address, std::size_t position)
{
    return allocation.isAliveAt(position) && address >= allocation.address
        && address - allocation.address < allocation.bytes;
}

// The allocation that holds an address in these segments, which are those at a position. Only where a block
// does not tell which event made it, all that are alive are looked at.
std::optional<std::uint32_t> allocationAt(
    const TileSource& source, const SegmentList& list, std::uint64_t address, std::size_t position)
{
    const SegmentInfo* segment = segmentAt(list, address);
    if (!segment)
        return std::nullopt;
    const BlockInfo& block = list.blocks[blockAtOffset(list, *segment, address - segment->address)];
    if (block.state != BlockState::ActiveAllocated)
        return std::nullopt;
    const std::vector<Allocation>& all = source.attribution().allocations;
    const Allocation* made = source.attribution().madeBy(block.allocEvent);
    if (made && isAt(*made, address, position))
        return static_cast<std::uint32_t>(made - all.data());
    const std::vector<std::uint32_t> alive = source.grouped()->alive.at(source.attribution(), position);
    const auto found = std::find_if(
        alive.begin(), alive.end(), [&](std::uint32_t place) { return isAt(all[place], address, position); });
    return found == alive.end() ? std::nullopt : std::optional(*found);
}

} // namespace

TileCanvas::TileCanvas(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_theme(Theme::fromPalette(palette()))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&m_layer, &TileLayer::changed, this, [this] {
        if (m_mouse && !m_press)
            hoverAt(*m_mouse);
        update();
    });
    connect(&m_state, &ViewState::rangeChanged, this, &TileCanvas::layOut);
    connect(&m_state, &ViewState::axisChanged, this, &TileCanvas::layOut);
    connect(&m_state, &ViewState::unitsChanged, this, [this] {
        describe();
        update();
    });
    connect(&m_state, &ViewState::cursorChanged, this, &TileCanvas::findSelected);
    connect(&m_state, &ViewState::selectionChanged, this, &TileCanvas::findSelected);
}

void TileCanvas::setSource(std::shared_ptr<const TileSource> source)
{
    m_hovered.reset();
    m_selected.reset();
    if (!source || !m_layer.source()) // else the same recording, further on
        m_isFitted = true;
    m_layer.setSource(std::move(source), nullptr);
    restyle();
    layOut();
    findSelected();
}

void TileCanvas::setEmptyText(const QString& text)
{
    m_emptyText = text;
    describe();
    update();
}

void TileCanvas::setCaption(const QString& text)
{
    m_caption = text;
    describe();
    update();
}

void TileCanvas::restyle()
{
    m_theme = Theme::fromPalette(palette());
    if (m_layer.source())
        m_layer.setStyle(std::make_shared<const TileStyle>(
            tileStyle(*m_layer.source()->classes(), m_theme, devicePixelRatioF())));
    m_hoverImages = {};
    m_selectionImages = {};
    update();
}

// A little room above the highest byte, so that the outline is seen.
double TileCanvas::fullSpan() const
{
    constexpr double room = 1.04;
    return m_layer.source() ? std::max(m_layer.source()->height() * room, 512.0) : 512.0;
}

void TileCanvas::layOut()
{
    if (!isVisible())
        return;
    if (devicePixelRatioF() != place().devicePixelRatio) // another screen
        restyle();
    constexpr double rightMargin = 14; // as in the timeline above
    const QFont label = Theme::labelFont(font());
    const double text = std::ceil(QFontMetricsF(label).height());
    const double gutter = timelineGutter(label);
    TilePlace place;
    place.devicePixelRatio = devicePixelRatioF();
    place.plot = QRectF(gutter, text + 8, std::max(1.0, std::floor(width() - gutter - rightMargin)), 1);
    place.plot.setBottom(std::max(place.plot.top() + 1, std::floor(height() - text - 14.0)));
    place.geometry = {
        m_state.axis(), {m_state.rangeBegin(), m_state.rangeEnd()}, place.plot.left(), place.plot.width()};
    if (m_isFitted) {
        m_low = 0;
        m_span = fullSpan();
    }
    place.low = m_low;
    place.span = m_span;
    place.growsUp = !m_layer.source() || m_layer.source()->growsUp();
    m_layer.setPlace(place);
    update();
}

void TileCanvas::fitBytes()
{
    m_isFitted = true;
    layOut();
    Q_EMIT bytesChanged(m_low, m_span);
}

void TileCanvas::showBytes(double low, double span)
{
    constexpr double least = 64; // bytes from one end to the other
    const double full = fullSpan();
    m_span = std::clamp(span, std::min(least, full), full);
    m_low = std::clamp(low, 0.0, full - m_span);
    m_isFitted = m_span >= full;
    layOut();
    Q_EMIT bytesChanged(m_low, m_span);
}

void TileCanvas::zoomBytes(double anchor, double factor)
{
    const double span = std::min(m_span * factor, fullSpan());
    showBytes(anchor - (anchor - m_low) * span / m_span, span);
}

// Which allocation the selected block is, if it is any at the cursor.
void TileCanvas::findSelected()
{
    if (!isVisible())
        return;
    const auto& source = m_layer.source();
    const auto address = m_state.selectedAddress();
    const SegmentList* list = address && source ? m_state.segments() : nullptr;
    const bool isSame = list && m_selected
        && isAt(source->attribution().allocations[*m_selected], *address, m_state.cursor());
    if (!isSame)
        m_selected = list ? allocationAt(*source, *list, *address, m_state.cursor()) : std::nullopt;
    describe();
    update();
}

QString TileCanvas::captionText() const
{
    const auto& source = m_layer.source();
    if (source && m_hovered)
        return allocationLine(*source, *m_hovered, m_state.units());
    if (source && m_mouse && !m_hoverWords.isEmpty())
        return m_hoverWords;
    if (source && m_selected)
        return tr("Selected: %1").arg(allocationLine(*source, *m_selected, m_state.units()));
    return m_caption;
}

void TileCanvas::describe()
{
    const QString text = m_layer.source() ? captionText() : m_emptyText;
    if (text == accessibleDescription())
        return;
    setAccessibleDescription(text);
    if (QAccessible::isActive()) {
        QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
}

bool TileCanvas::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    if (m_layer.source() && m_hovered)
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
            plainTip(allocationTip(*m_layer.source(), *m_hovered)), this);
    else
        QToolTip::hideText();
    return true;
}

void TileCanvas::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_layer.setSeen(true);
    layOut();
    findSelected();
}

void TileCanvas::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_layer.setSeen(isVisible()); // it is, in a window that is minimised
}

void TileCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void TileCanvas::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    restyle();
    layOut();
}

} // namespace tidemark::ui
