// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_canvas.h"

#include "ui/gestures.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

constexpr double zoomStep = 1.5; // of a key press
constexpr double wheelStep = 1.2; // of a notch of the wheel
constexpr int smallestPitch = 4; // pixels from row to row
constexpr int largestPitch = 60;

} // namespace

std::optional<MapStep> MapCanvas::stepOf(const QKeyEvent& event) const
{
    const bool isFar = event.modifiers().testFlag(Qt::ControlModifier);
    switch (event.key()) {
    case Qt::Key_Left:
        return MapStep::PreviousBlock;
    case Qt::Key_Right:
        return MapStep::NextBlock;
    case Qt::Key_Up:
        return MapStep::RowAbove;
    case Qt::Key_Down:
        return MapStep::RowBelow;
    case Qt::Key_Home:
        return isFar ? MapStep::FirstOfAll : MapStep::FirstOfRow;
    case Qt::Key_End:
        return isFar ? MapStep::LastOfAll : MapStep::LastOfRow;
    default:
        return std::nullopt;
    }
}

bool MapCanvas::zoomKey(int key)
{
    switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(zoomStep);
        return true;
    case Qt::Key_Minus:
        zoomBy(1 / zoomStep);
        return true;
    case Qt::Key_0:
        showAll();
        return true;
    default:
        return false;
    }
}

void MapCanvas::keyPressEvent(QKeyEvent* event)
{
    if (const auto wanted = stepOf(*event)) {
        step(*wanted);
        return;
    }
    if (zoomKey(event->key()))
        return;
    switch (event->key()) {
    case Qt::Key_PageUp:
        stepPage(-1);
        return;
    case Qt::Key_PageDown:
        stepPage(1);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (placeOfAddress(m_currentAddress))
            m_state.setSelectedAddress(m_currentAddress);
        return;
    case Qt::Key_Escape:
        if (!m_state.selectedAddress())
            break;
        m_state.setSelectedAddress(std::nullopt);
        return;
    default:
        break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void MapCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_isPressed = true;
    m_isDragging = false;
    m_pressedAt = event->position();
}

void MapCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_isPressed) {
        refresh();
        setHovered(placeAt(event->position()), event->globalPosition().toPoint());
        return;
    }
    const QPointF moved = event->position() - m_pressedAt;
    if (!m_isDragging && moved.manhattanLength() < QApplication::startDragDistance())
        return;
    if (!m_isDragging) {
        m_isDragging = true;
        QToolTip::hideText();
        viewport()->setCursor(Qt::ClosedHandCursor);
    }
    m_pressedAt = event->position();
    m_view.panBy(-moved.x() * devicePixelRatioF());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - qRound(moved.y()));
    updateScrollBars();
    imageChanged();
    Q_EMIT viewChanged();
}

void MapCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_isPressed)
        return;
    m_isPressed = false;
    if (m_isDragging) {
        m_isDragging = false;
        viewport()->unsetCursor();
        return;
    }
    refresh();
    const auto address = addressAt(event->position());
    m_currentAddress = address ? address : m_currentAddress;
    m_state.setSelectedAddress(address);
}

void MapCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    refresh();
    if (const auto place = placeAt(event->position()))
        zoomTo(*place);
    else
        showAll();
}

void MapCanvas::wheelEvent(QWheelEvent* event)
{
    const auto modifiers = event->modifiers();
    const QPoint delta = event->angleDelta();
    // Some platforms turn the wheel sideways while Alt or Shift is held.
    const double turned = (delta.y() != 0 ? delta.y() : delta.x()) / wheelNotch;
    refresh();
    if (modifiers.testFlag(Qt::ControlModifier) && modifiers.testFlag(Qt::ShiftModifier)) {
        m_chosenPitch = std::clamp(rowPitch() + (turned > 0 ? 1 : -1), smallestPitch, largestPitch);
        updateScrollBars();
        imageChanged();
    } else if (modifiers.testFlag(Qt::ControlModifier)) {
        zoomAt(event->position().x(), std::pow(wheelStep, turned));
    } else if (modifiers.testFlag(Qt::ShiftModifier) || std::abs(delta.x()) > std::abs(delta.y())) {
        m_view.panBy(-turned * m_view.width / 10.0);
        updateScrollBars();
        imageChanged();
        Q_EMIT viewChanged();
    } else {
        QAbstractScrollArea::wheelEvent(event);
    }
    event->accept();
}

void MapCanvas::scrollContentsBy(int dx, int /*dy*/)
{
    if (m_settingBars)
        return;
    if (dx != 0) {
        m_view.origin = static_cast<double>(horizontalScrollBar()->value()) / barSteps;
        m_view.keepInside();
        Q_EMIT viewChanged();
    }
    imageChanged();
}

void MapCanvas::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    imageChanged();
}

void MapCanvas::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void MapCanvas::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

bool MapCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        setHovered(std::nullopt, {});
    return QAbstractScrollArea::viewportEvent(event);
}

void MapCanvas::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    m_theme = Theme::fromPalette(palette());
    imageChanged();
}

} // namespace tidemark::ui
