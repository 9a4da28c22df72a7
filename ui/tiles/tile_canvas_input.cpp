// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gestures.h"
#include "ui/tiles/tile_canvas.h"
#include "ui/timeline/navigation.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

// The half of the canvas that listens to mouse and keys.
namespace tidemark::ui {

namespace {

AxisRange visibleRange(const ViewState& state)
{
    return {state.rangeBegin(), state.rangeEnd()};
}

} // namespace

std::vector<std::pair<QString, QString>> TileCanvas::controls()
{
    return {
        {tr("Click"), tr("Select the allocation, and put the cursor here")},
        {tr("Ctrl + wheel, Ctrl + Up, Ctrl + Down"), tr("Zoom the bytes")},
        {tr("Page up, Page down"), tr("Move up and down among the bytes")},
        {tr("Shift + Up, Shift + Down"), tr("Select the allocation above or below at the cursor")},
        {tr("Escape"), tr("Select none")},
    };
}

void TileCanvas::hoverAt(const QPointF& at)
{
    const auto hit = m_layer.at(at);
    const std::optional<std::uint32_t> hovered =
        hit && IdPlane::isAllocation(hit->id) ? std::optional(hit->id) : std::nullopt;
    const QString words = hit && !hovered ? m_layer.source()->wordsAt(hit->bytes, hit->id) : QString();
    if (hovered == m_hovered && words == m_hoverWords)
        return;
    m_hovered = hovered;
    m_hoverWords = words;
    setCursor(m_hovered ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void TileCanvas::select(std::uint32_t allocation)
{
    m_state.setSelectedAddress(m_layer.source()->attribution().allocations[allocation].address);
}

// The column stands for the moment at which most is allocated in it.
void TileCanvas::click(const QPointF& at)
{
    const auto hit = m_layer.at(at);
    if (!hit) {
        if (place().plot.contains(at))
            m_state.setCursor(positionAtPixel(m_state, place().geometry, at.x()));
        return;
    }
    m_state.setCursor(hit->moment);
    if (IdPlane::isAllocation(hit->id))
        select(hit->id);
    else
        m_state.setSelectedAddress(
            hit->id == IdPlane::freeMemory ? m_layer.source()->addressAt(hit->bytes) : std::nullopt);
}

bool TileCanvas::selectNeighbour(int by)
{
    const auto& source = m_layer.source();
    if (!source)
        return true;
    const std::vector<std::uint32_t> alive = source->aliveAt(m_state.cursor());
    if (alive.empty())
        return true;
    const auto last = static_cast<std::ptrdiff_t>(alive.size()) - 1;
    std::ptrdiff_t next = by > 0 ? 0 : last;
    if (m_selected) {
        const auto here = std::find(alive.begin(), alive.end(), *m_selected);
        next = std::clamp<std::ptrdiff_t>(here - alive.begin() + by, 0, last);
    }
    select(alive[static_cast<std::size_t>(next)]);
    return true;
}

bool TileCanvas::handleKey(const QKeyEvent& event)
{
    const bool growsUp = place().growsUp;
    const bool isUp = event.key() == Qt::Key_Up || event.key() == Qt::Key_PageUp;
    const bool isPlain = !(event.modifiers() & (Qt::AltModifier | Qt::MetaModifier));
    switch (event.key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (isPlain && event.modifiers() & Qt::ControlModifier) {
            zoomBytes(m_low + m_span / 2, isUp ? 1 / zoomPerNotch : zoomPerNotch);
            return true;
        }
        return isPlain && event.modifiers() & Qt::ShiftModifier && selectNeighbour(isUp == growsUp ? 1 : -1);
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        showBytes(m_low + (isUp == growsUp ? 0.5 : -0.5) * m_span, m_span);
        return true;
    case Qt::Key_Escape:
        if (!m_state.selectedAddress())
            return false;
        m_state.setSelectedAddress({});
        return true;
    case Qt::Key_F:
        if (event.modifiers() == Qt::NoModifier)
            fitBytes();
        return false; // and the range, too
    default:
        return false;
    }
}

void TileCanvas::keyPressEvent(QKeyEvent* event)
{
    if (handleKey(*event) || handleTimelineKey(m_state, *event))
        event->accept();
    else
        QWidget::keyPressEvent(event);
}

void TileCanvas::mousePressEvent(QMouseEvent* event)
{
    event->accept();
    if (!m_layer.source() || !place().plot.contains(event->position()))
        return;
    const bool isLeft = event->button() == Qt::LeftButton;
    Press press{event->position(), visibleRange(m_state), place()};
    press.chooses = event->button() == Qt::RightButton || (isLeft && event->modifiers() & Qt::ShiftModifier);
    if (isLeft || press.chooses || event->button() == Qt::MiddleButton)
        m_press = press;
}

void TileCanvas::mouseMoveEvent(QMouseEvent* event)
{
    event->accept();
    m_mouse = event->position();
    if (!m_press) {
        hoverAt(*m_mouse);
        return;
    }
    const QPointF by = *m_mouse - m_press->at;
    m_press->hasMoved = m_press->hasMoved || std::max(std::abs(by.x()), std::abs(by.y())) > clickDistance;
    if (!m_press->hasMoved)
        return;
    if (m_press->chooses)
        return update();
    setCursor(Qt::ClosedHandCursor);
    const TilePlace& from = m_press->place;
    if (!m_isFitted)
        showBytes(from.low + from.toBytes(m_press->at.y()) - from.toBytes(m_mouse->y()), from.span);
    showRange(m_state,
        shifted(
            m_press->range, from.geometry.toValue(m_press->at.x()) - from.geometry.toValue(m_mouse->x())));
}

std::optional<QRectF> TileCanvas::chosenRect() const
{
    if (!m_press || !m_press->chooses || !m_press->hasMoved || !m_mouse)
        return std::nullopt;
    const QRectF& plot = place().plot;
    const double left = std::clamp(std::min(m_press->at.x(), m_mouse->x()), plot.left(), plot.right());
    const double right = std::clamp(std::max(m_press->at.x(), m_mouse->x()), plot.left(), plot.right());
    if (right - left < 1)
        return std::nullopt;
    return QRectF(left, plot.top(), right - left, plot.height());
}

void TileCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    event->accept();
    m_mouse = event->position();
    const std::optional<QRectF> chosen = chosenRect();
    const std::optional<Press> press = std::exchange(m_press, std::nullopt);
    unsetCursor();
    if (chosen)
        showRange(
            m_state, {place().geometry.toValue(chosen->left()), place().geometry.toValue(chosen->right())});
    else if (press && !press->hasMoved && event->button() == Qt::LeftButton)
        click(press->at);
    hoverAt(*m_mouse);
    update();
}

void TileCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    event->accept();
    if (event->button() != Qt::LeftButton || !place().plot.contains(event->position()))
        return;
    fitBytes();
    m_state.fitRange();
}

void TileCanvas::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_mouse.reset();
    m_hovered.reset();
    update();
}

void TileCanvas::wheelEvent(QWheelEvent* event)
{
    event->accept();
    if (!m_layer.source())
        return;
    const QPointF turned = QPointF(event->angleDelta()) / wheelNotch;
    if (event->modifiers() & Qt::ControlModifier) {
        zoomBytes(place().toBytes(event->position().y()), std::pow(zoomPerNotch, -turned.y()));
        return;
    }
    const AxisRange range = visibleRange(m_state);
    const bool isSideways = std::abs(turned.x()) > std::abs(turned.y());
    if (isSideways || event->modifiers() & Qt::ShiftModifier) {
        showRange(m_state, shifted(range, -(isSideways ? turned.x() : turned.y()) * range.width() / 10));
        return;
    }
    const double anchor = std::clamp(place().geometry.toValue(event->position().x()), range.begin, range.end);
    showRange(m_state, zoomed(range, anchor, std::pow(zoomPerNotch, -turned.y())));
}

} // namespace tidemark::ui
