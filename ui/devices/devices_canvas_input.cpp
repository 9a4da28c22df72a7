// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/devices/devices_canvas.h"
#include "ui/gestures.h"
#include "ui/timeline/navigation.h"
#include "ui/view_state.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

// The half of the canvas that listens to mouse and keys.
namespace tidemark::ui {

namespace {

bool isCursorKey(int key)
{
    return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Comma || key == Qt::Key_Period
        || key == Qt::Key_L;
}

} // namespace

void DevicesCanvas::chooseRow(std::size_t row)
{
    m_current = row;
    showCurrentRow();
    refreshDescription();
    refreshOverlay();
}

void DevicesCanvas::showCurrentRow()
{
    const DevicesScene& frame = scene();
    const double top = static_cast<double>(m_current) * frame.rowHeight;
    const double bottom = top + frame.rowHeight - frame.rows.height();
    QScrollBar& bar = *verticalScrollBar();
    if (top < bar.value())
        bar.setValue(static_cast<int>(std::floor(top)));
    else if (bottom > bar.value())
        bar.setValue(static_cast<int>(std::ceil(bottom)));
}

void DevicesCanvas::pickRow(std::size_t row, std::optional<double> place)
{
    if (row >= m_model.rows().size())
        return;
    const DeviceRow& picked = m_model.rows()[row];
    const bool followsEnd = m_state.followsEnd() && !place;
    if (!place)
        place = cursorPlace();
    m_range.pick(picked.device);
    chooseRow(row);
    if (place && !followsEnd && m_model.alignment().hasPlace(picked.device))
        m_state.setCursor(m_model.positionOf(picked, *place));
}

bool DevicesCanvas::moveRow(int key)
{
    const auto rows = static_cast<std::ptrdiff_t>(m_model.rows().size());
    const auto page = std::max<std::ptrdiff_t>(1, std::lround(scene().rows.height() / scene().rowHeight) - 1);
    auto row = static_cast<std::ptrdiff_t>(m_current);
    switch (key) {
    case Qt::Key_Up:
        --row;
        break;
    case Qt::Key_Down:
        ++row;
        break;
    case Qt::Key_PageUp:
        row -= page;
        break;
    case Qt::Key_PageDown:
        row += page;
        break;
    case Qt::Key_Home:
        row = 0;
        break;
    case Qt::Key_End:
        row = rows - 1;
        break;
    default:
        return false;
    }
    if (rows > 0)
        chooseRow(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(row, 0, rows - 1)));
    return true;
}

bool DevicesCanvas::moveAxis(int key)
{
    const AxisRange range = m_range.visible();
    const double tenth = range.width() / 10;
    const double cursor = cursorPlace().value_or(NAN);
    const double anchor = range.contains(cursor) ? cursor : (range.begin + range.end) / 2;
    switch (key) {
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_range.set(zoomed(range, anchor, 1 / zoomPerNotch));
        return true;
    case Qt::Key_S:
    case Qt::Key_Minus:
        m_range.set(zoomed(range, anchor, zoomPerNotch));
        return true;
    case Qt::Key_A:
        m_range.set(shifted(range, -tenth));
        return true;
    case Qt::Key_D:
        m_range.set(shifted(range, tenth));
        return true;
    case Qt::Key_F:
        m_range.fit();
        return true;
    default:
        return false;
    }
}

void DevicesCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (isPlain && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        pickRow(m_current, std::nullopt);
    else if (isCursorKey(event->key()) && handleTimelineKey(m_state, *event))
        event->accept();
    else if (!isPlain || !(moveRow(event->key()) || moveAxis(event->key())))
        QAbstractScrollArea::keyPressEvent(event);
}

void DevicesCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton)
        m_press = Press{event->position(), m_range.visible(), scene().geometry};
    event->accept();
}

void DevicesCanvas::mouseMoveEvent(QMouseEvent* event)
{
    m_mouse = event->position();
    if (m_press && isOverCurves(m_press->at)) {
        m_press->hasMoved = m_press->hasMoved || std::abs(m_mouse->x() - m_press->at.x()) > clickDistance;
        if (m_press->hasMoved) {
            viewport()->setCursor(Qt::ClosedHandCursor);
            const AxisGeometry& geometry = m_press->geometry;
            m_range.set(
                shifted(m_press->range, geometry.toValue(m_press->at.x()) - geometry.toValue(m_mouse->x())));
        }
    }
    refreshOverlay();
    event->accept();
}

void DevicesCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    viewport()->unsetCursor();
    const std::optional<Press> press = std::exchange(m_press, std::nullopt);
    if (press && !press->hasMoved && event->button() == Qt::LeftButton) {
        if (const auto row = scene().rowAt(press->at.y())) {
            const bool isPlace = isOverCurves(press->at);
            pickRow(*row, isPlace ? std::optional(m_scene.geometry.toValue(press->at.x())) : std::nullopt);
        }
    }
    refreshOverlay();
    event->accept();
}

void DevicesCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && isOverCurves(event->position()))
        m_range.fit();
    event->accept();
}

void DevicesCanvas::wheelEvent(QWheelEvent* event)
{
    const QPointF turned = QPointF(event->angleDelta()) / wheelNotch;
    if (event->position().x() < scene().geometry.left) {
        verticalScrollBar()->setValue(
            verticalScrollBar()->value() - static_cast<int>(std::lround(turned.y() * m_scene.rowHeight)));
        event->accept();
        return;
    }
    const AxisRange range = m_range.visible();
    const bool isSideways = std::abs(turned.x()) > std::abs(turned.y());
    if (isSideways || event->modifiers() & Qt::ShiftModifier) {
        m_range.set(shifted(range, -(isSideways ? turned.x() : turned.y()) * range.width() / 10));
    } else {
        const double anchor =
            std::clamp(m_scene.geometry.toValue(event->position().x()), range.begin, range.end);
        m_range.set(zoomed(range, anchor, std::pow(zoomPerNotch, -turned.y())));
    }
    refreshOverlay();
    event->accept();
}

bool DevicesCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        m_mouse.reset();
        refreshOverlay();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void DevicesCanvas::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    refreshOverlay();
}

void DevicesCanvas::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    refreshOverlay();
}

} // namespace tidemark::ui
