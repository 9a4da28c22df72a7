// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_canvas.h"

#include "ui/details/block_text.h"

#include <QAccessible>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

constexpr int roomyPitch = 24; // pixels from row to row, when all rows fit
constexpr int usualPitch = 17;

} // namespace

MapCanvas::MapCanvas(ViewState& state, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_state(state)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Fragmentation map"));
    m_theme = Theme::fromPalette(palette());
    for (const auto change : {&ViewState::recordingChanged, &ViewState::recordingGrown,
             &ViewState::deviceChanged, &ViewState::filterChanged, &ViewState::cursorChanged})
        connect(&state, change, this, &MapCanvas::contentChanged);
    connect(&state, &ViewState::selectionChanged, this, &MapCanvas::selectionChanged);
    connect(&state, &ViewState::highlightChanged, this, &MapCanvas::imageChanged);
    connect(&state, &ViewState::allocationsChanged, this, [this] { // which of them a filter holds
        m_classesStale = true;
        imageChanged();
    });
    connect(&state, &ViewState::unitsChanged, viewport(), qOverload<>(&QWidget::update));
}

const SegmentList& MapCanvas::list() const
{
    static const SegmentList nothing;
    const SegmentList* segments = m_state.shownSegments();
    return segments != nullptr ? *segments : nothing;
}

void MapCanvas::setOrder(MapOrder order)
{
    if (order == m_order)
        return;
    m_order = order;
    contentChanged();
    Q_EMIT viewChanged();
}

void MapCanvas::setScale(MapScale scale)
{
    if (scale == m_view.scale)
        return;
    m_view.scale = scale;
    imageChanged();
    Q_EMIT viewChanged();
}

void MapCanvas::setColours(std::shared_ptr<const MapColours> colours)
{
    if (colours == m_colours)
        return;
    m_colours = std::move(colours);
    m_classesStale = true;
    imageChanged();
    Q_EMIT viewChanged();
}

const std::vector<std::uint8_t>& MapCanvas::classOf()
{
    refresh();
    return m_classOf;
}

void MapCanvas::classify()
{
    m_classesStale = false;
    m_classOf.clear();
    const bool isOfThis =
        m_colours && m_state.hasDevice() && m_colours->device->device == m_state.deviceIndex();
    if (isOfThis)
        m_classOf = blockClasses(list(), *m_colours, m_state.cursor());
    const std::vector<std::uint64_t>* held = m_state.heldBlocks();
    m_clear = held ? clearBlocks(list(), *held, m_classOf) : std::vector<std::uint8_t>();
}

void MapCanvas::contentChanged()
{
    m_rowsStale = true;
    m_classesStale = true;
    m_hovered.reset();
    imageChanged();
}

void MapCanvas::imageChanged()
{
    m_imageStale = true;
    viewport()->update();
}

void MapCanvas::selectionChanged()
{
    refresh();
    if (const auto place = placeOfAddress(m_state.selectedAddress())) {
        m_currentAddress = m_state.selectedAddress();
        // What was clicked here stays where it is; what another view selected is brought into sight.
        if (!rectOf(*place).intersects(rowsRect()))
            reveal(*place);
    }
    viewport()->update();
}

void MapCanvas::refresh()
{
    if (m_rowsStale) {
        m_rows = mapRows(list(), m_order);
        m_labels = m_state.hasDevice() ? RowLabels(m_state.device(), list()) : RowLabels();
        m_view.longest = longestSegment(list());
        m_rowsStale = false;
    }
    if (m_classesStale)
        classify();
    m_labelWidth = labelWidth();
    layOut();
}

void MapCanvas::layOut()
{
    const double ratio = devicePixelRatioF();
    const QRect rows = rowsRect();
    m_view.width = std::max(qRound(rows.width() * ratio), 1);
    m_view.height = std::max(qRound(rows.height() * ratio), 1);
    m_view.rowPitch = std::max(qRound(rowPitch() * ratio), 1);
    const int gap = rowPitch() >= 12 ? 4 : rowPitch() >= 6 ? 2 : 1;
    m_view.rowHeight = std::max(m_view.rowPitch - qRound(gap * ratio), 1);
    m_view.keepInside();
    updateScrollBars();
    m_view.scroll = qRound64(verticalScrollBar()->value() * ratio);
}

int MapCanvas::rowPitch() const
{
    if (m_chosenPitch > 0)
        return m_chosenPitch;
    const auto room = static_cast<std::size_t>(std::max(viewport()->height(), 0));
    return m_rows.size() * roomyPitch <= room ? roomyPitch : usualPitch;
}

QRect MapCanvas::rowsRect() const
{
    const int left = m_labelWidth;
    return {left, margin / 2, std::max(viewport()->width() - left - margin, 1),
        std::max(viewport()->height() - margin / 2, 1)};
}

void MapCanvas::updateScrollBars()
{
    m_settingBars = true;
    const int content = static_cast<int>(
        std::min<std::size_t>(m_rows.size() * static_cast<std::size_t>(rowPitch()), INT_MAX));
    const int page = rowsRect().height();
    verticalScrollBar()->setRange(0, std::max(content - page, 0));
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(rowPitch());
    const int part = std::max(static_cast<int>(barSteps / m_view.zoom), 1);
    horizontalScrollBar()->setRange(0, barSteps - part);
    horizontalScrollBar()->setPageStep(part);
    horizontalScrollBar()->setSingleStep(std::max(part / 20, 1));
    horizontalScrollBar()->setValue(static_cast<int>(m_view.origin * barSteps));
    m_settingBars = false;
}

std::optional<MapPlace> MapCanvas::placeOfAddress(std::optional<std::uint64_t> address) const
{
    return address ? placeOf(list(), m_rows, *address) : std::nullopt;
}

std::optional<MapPlace> MapCanvas::placeAt(const QPointF& point) const
{
    const double ratio = devicePixelRatioF();
    const QPointF inside = (point - rowsRect().topLeft()) * ratio;
    return blockAt(list(), m_rows, m_view, static_cast<int>(std::floor(inside.x())),
        static_cast<int>(std::floor(inside.y())), qRound(2 * ratio));
}

std::optional<std::uint64_t> MapCanvas::addressAt(const QPointF& point) const
{
    const auto place = placeAt(point);
    return place ? std::optional(list().blocks[place->block].address) : std::nullopt;
}

QRectF MapCanvas::rectOf(const MapPlace& place) const
{
    const SegmentInfo& segment = list().segments[m_rows[place.row].segment];
    const BlockInfo& block = list().blocks[place.block];
    const RowAxis axis = m_view.axisOf(segment.totalSize);
    const auto begin = static_cast<double>(block.address - segment.address);
    const double left = axis.pixelOf(begin);
    const double right = axis.pixelOf(begin + static_cast<double>(block.size));
    const double ratio = devicePixelRatioF();
    const QRect rows = rowsRect();
    return {rows.left() + left / ratio, rows.top() + static_cast<double>(m_view.topOf(place.row)) / ratio,
        (right - left) / ratio, m_view.rowHeight / ratio};
}

void MapCanvas::setHovered(std::optional<MapPlace> place, const QPoint& globalPosition)
{
    if (place == m_hovered)
        return;
    m_hovered = place;
    viewport()->update();
    const auto moment = momentOf(m_state);
    if (!place || !moment) {
        QToolTip::hideText();
        return;
    }
    const std::uint64_t address = list().blocks[place->block].address;
    QToolTip::showText(globalPosition, hoverText(blockText(*moment, address)), viewport());
}

void MapCanvas::setCurrent(const MapPlace& place)
{
    m_currentAddress = list().blocks[place.block].address;
    reveal(place);
    if (const auto moment = momentOf(m_state)) {
        const BlockText text = blockText(*moment, *m_currentAddress);
        QStringList words = {plainText(text.headline)};
        for (const TextRow& row : text.rows)
            words << row.label + QLatin1Char(' ') + plainText(row.value);
        setAccessibleDescription(words.join(QStringLiteral(", ")));
    }
    viewport()->update();
}

void MapCanvas::step(MapStep step)
{
    refresh();
    if (m_rows.empty())
        return;
    const auto from = placeOfAddress(m_currentAddress);
    setCurrent(from ? steppedFrom(list(), m_rows, *from, step)
                    : MapPlace{0, list().segments[m_rows[0].segment].firstBlock});
}

void MapCanvas::stepPage(int direction)
{
    const int rows = std::max(rowsRect().height() / rowPitch() - 1, 1);
    for (int i = 0; i < rows; ++i)
        step(direction < 0 ? MapStep::RowAbove : MapStep::RowBelow);
}

void MapCanvas::reveal(const MapPlace& place)
{
    const SegmentInfo& segment = list().segments[m_rows[place.row].segment];
    const BlockInfo& block = list().blocks[place.block];
    const std::uint64_t begin = block.address - segment.address;
    if (m_view.zoom > 1)
        m_view.reveal(segment.totalSize, begin, begin + block.size);
    const int top = static_cast<int>(place.row) * rowPitch();
    const int page = rowsRect().height();
    QScrollBar* bar = verticalScrollBar();
    if (top < bar->value())
        bar->setValue(top);
    else if (top + rowPitch() > bar->value() + page)
        bar->setValue(top + rowPitch() - page);
    imageChanged();
    Q_EMIT viewChanged();
}

void MapCanvas::zoomAt(double x, double factor)
{
    m_view.zoomAt((x - rowsRect().left()) * devicePixelRatioF(), factor);
    updateScrollBars();
    imageChanged();
    Q_EMIT viewChanged();
}

void MapCanvas::zoomBy(double factor)
{
    refresh();
    const auto place = placeOfAddress(m_currentAddress);
    const QRectF rows = rowsRect();
    const QRectF current = place ? rectOf(*place) & rows : QRectF();
    zoomAt(current.isEmpty() ? rows.center().x() : current.center().x(), factor);
}

void MapCanvas::showAll()
{
    m_view.zoom = 1;
    m_view.origin = 0;
    m_chosenPitch = 0;
    updateScrollBars();
    imageChanged();
    Q_EMIT viewChanged();
}

// The block takes most of the width, with its neighbours visible on both sides.
void MapCanvas::zoomTo(const MapPlace& place)
{
    const SegmentInfo& segment = list().segments[m_rows[place.row].segment];
    const BlockInfo& block = list().blocks[place.block];
    const auto span =
        static_cast<double>(m_view.scale == MapScale::Common ? m_view.longest : segment.totalSize);
    const auto size = static_cast<double>(block.size);
    const double zoom = std::clamp(span * 0.8 / size, 1.0, m_view.largestZoom());
    if (m_view.zoom > 1 && std::abs(m_view.zoom / zoom - 1) < 1e-6)
        return showAll(); // it was zoomed to already: back again
    m_view.zoom = zoom;
    m_view.origin = (static_cast<double>(block.address - segment.address) - size / 8) / span;
    m_view.keepInside();
    updateScrollBars();
    imageChanged();
    Q_EMIT viewChanged();
}

} // namespace tidemark::ui
