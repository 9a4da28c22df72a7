// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/navigation.h"

#include "ui/gestures.h"

#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <array>
#include <cmath>

namespace tidemark::ui {

namespace {

constexpr double edgeReach = 4; // of the overview's window

AxisRange shownRange(const ViewState& state)
{
    return {state.rangeBegin(), state.rangeEnd()};
}

double endOfAxis(const ViewState& state)
{
    return axisValue(state.device(), state.axis(), state.history().eventCount());
}

double cursorValue(const ViewState& state)
{
    return axisValue(state.device(), state.axis(), state.cursor());
}

void stepCursor(ViewState& state, std::ptrdiff_t events)
{
    const auto here = static_cast<std::ptrdiff_t>(state.cursor());
    const auto last = static_cast<std::ptrdiff_t>(state.history().eventCount());
    moveCursor(state, static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(here + events, 0, last)));
}

// About the cursor when it is visible, else about the middle.
void zoomByKey(ViewState& state, double factor)
{
    const AxisRange range = shownRange(state);
    const double cursor = cursorValue(state);
    const double anchor = range.contains(cursor) ? cursor : (range.begin + range.end) / 2;
    showRange(state, zoomed(range, anchor, factor));
}

// The moment of the mark under the mouse, at its line or its label.
std::optional<std::size_t> markAt(const TimelineScene& scene, const QPointF& point)
{
    if (!scene.rows.marks.contains(point))
        return std::nullopt;
    for (const PlacedMark& mark : scene.marks) {
        const bool isOnLabel = !mark.label.isEmpty() && point.x() >= mark.labelLeft
            && point.x() <= mark.labelLeft + mark.labelWidth;
        if (isOnLabel || std::abs(point.x() - mark.x) <= edgeReach)
            return mark.position;
    }
    return std::nullopt;
}

std::ptrdiff_t stepSize(Qt::KeyboardModifiers modifiers)
{
    if (modifiers & Qt::ControlModifier)
        return 100;
    return modifiers & Qt::ShiftModifier ? 10 : 1;
}

} // namespace

void showRange(ViewState& state, const AxisRange& range)
{
    state.setRange(range.begin, range.end);
    if (state.followsEnd() && state.rangeEnd() < endOfAxis(state))
        state.setFollowsEnd(false);
}

void moveCursor(ViewState& state, std::size_t position)
{
    const AxisRange range = shownRange(state);
    state.setCursor(position);
    const AxisRange shown = movedToShow(range, cursorValue(state));
    if (shown != range)
        state.setRange(shown.begin, shown.end);
}

std::size_t positionAtPixel(const ViewState& state, const AxisGeometry& geometry, double x)
{
    return positionAt(state.device(), state.history().eventCount(), state.axis(), geometry.toValue(x));
}

namespace {

struct TimelineKey {
    int key;
    void (*act)(ViewState& state, Qt::KeyboardModifiers modifiers);
};

template <int direction>
void stepByKey(ViewState& state, Qt::KeyboardModifiers modifiers)
{
    stepCursor(state, direction * stepSize(modifiers));
}

template <int direction>
void stepByOne(ViewState& state, Qt::KeyboardModifiers)
{
    stepCursor(state, direction);
}

template <int direction>
void shiftByKey(ViewState& state, Qt::KeyboardModifiers)
{
    const AxisRange range = shownRange(state);
    showRange(state, shifted(range, direction * range.width() / 10));
}

void zoomIn(ViewState& state, Qt::KeyboardModifiers)
{
    zoomByKey(state, 1 / zoomPerNotch);
}

void zoomOut(ViewState& state, Qt::KeyboardModifiers)
{
    zoomByKey(state, zoomPerNotch);
}

constexpr std::array timelineKeys = {
    TimelineKey{Qt::Key_Left, stepByKey<-1>},
    TimelineKey{Qt::Key_Right, stepByKey<1>},
    TimelineKey{Qt::Key_Comma, stepByOne<-1>},
    TimelineKey{Qt::Key_Period, stepByOne<1>},
    TimelineKey{Qt::Key_Home, [](ViewState& state, Qt::KeyboardModifiers) { moveCursor(state, 0); }},
    TimelineKey{Qt::Key_End, [](ViewState& state, Qt::KeyboardModifiers) { state.setFollowsEnd(true); }},
    TimelineKey{Qt::Key_Plus, zoomIn},
    TimelineKey{Qt::Key_Equal, zoomIn},
    TimelineKey{Qt::Key_Up, zoomIn},
    TimelineKey{Qt::Key_W, zoomIn},
    TimelineKey{Qt::Key_Minus, zoomOut},
    TimelineKey{Qt::Key_Down, zoomOut},
    TimelineKey{Qt::Key_S, zoomOut},
    TimelineKey{Qt::Key_A, shiftByKey<-1>},
    TimelineKey{Qt::Key_D, shiftByKey<1>},
    TimelineKey{Qt::Key_F, [](ViewState& state, Qt::KeyboardModifiers) { state.fitRange(); }},
    TimelineKey{
        Qt::Key_L, [](ViewState& state, Qt::KeyboardModifiers) { state.setFollowsEnd(!state.followsEnd()); }},
};

} // namespace

bool handleTimelineKey(ViewState& state, const QKeyEvent& event)
{
    if (!state.hasDevice() || event.modifiers() & (Qt::AltModifier | Qt::MetaModifier))
        return false;
    const auto found = std::find_if(timelineKeys.begin(), timelineKeys.end(),
        [&event](const TimelineKey& known) { return known.key == event.key(); });
    if (found == timelineKeys.end())
        return false;
    const bool isLetter = found->key >= Qt::Key_A && found->key <= Qt::Key_Z;
    if (isLetter && event.modifiers() & Qt::ControlModifier)
        return false; // belongs to the window
    found->act(state, event.modifiers());
    return true;
}

MouseNavigation::Gesture MouseNavigation::overviewGesture(const TimelineScene& scene, double x)
{
    const double left = scene.overview.toPixel(scene.geometry.range.begin);
    const double right = scene.overview.toPixel(scene.geometry.range.end);
    // A narrow window can only be moved: its edges leave no middle.
    const bool hasMiddle = right - left > 3 * edgeReach;
    if (hasMiddle && std::abs(x - left) <= edgeReach)
        return Gesture::OverviewBegin;
    if (hasMiddle && std::abs(x - right) <= edgeReach)
        return Gesture::OverviewEnd;
    return Gesture::OverviewMove;
}

void MouseNavigation::press(ViewState& state, const TimelineScene& scene, const QMouseEvent& event)
{
    m_gesture = Gesture::None;
    m_hasMoved = false;
    m_start = m_now = event.position();
    m_startRange = shownRange(state);
    m_startGeometry = scene.geometry;
    const bool isLeft = event.button() == Qt::LeftButton;
    if (scene.rows.overview.contains(m_start)) {
        if (!isLeft)
            return;
        m_gesture = overviewGesture(scene, m_start.x());
        const double value = scene.overview.toValue(m_start.x());
        if (m_gesture == Gesture::OverviewMove && !m_startRange.contains(value)) {
            showRange(state, shifted(m_startRange, value - (m_startRange.begin + m_startRange.end) / 2));
            m_startRange = shownRange(state);
        }
    } else if (event.button() == Qt::RightButton || (isLeft && event.modifiers() & Qt::ShiftModifier)) {
        m_gesture = Gesture::Choose;
    } else if (isLeft || event.button() == Qt::MiddleButton) {
        m_gesture = Gesture::Pan;
    }
}

void MouseNavigation::dragOverview(ViewState& state, const TimelineScene& scene) const
{
    const double by = scene.overview.toValue(m_now.x()) - scene.overview.toValue(m_start.x());
    const double narrowest = scene.overview.range.width() * 2 * edgeReach / scene.overview.width;
    if (m_gesture == Gesture::OverviewMove)
        showRange(state, shifted(m_startRange, by));
    else if (m_gesture == Gesture::OverviewBegin)
        showRange(state,
            {std::clamp(m_startRange.begin + by, 0.0, std::max(0.0, m_startRange.end - narrowest)),
                m_startRange.end});
    else
        showRange(state,
            {m_startRange.begin,
                std::clamp(m_startRange.end + by, m_startRange.begin + narrowest,
                    std::max(scene.axisEnd, m_startRange.begin + narrowest))});
}

void MouseNavigation::move(ViewState& state, const TimelineScene& scene, const QMouseEvent& event)
{
    m_now = event.position();
    if (m_gesture == Gesture::None)
        return;
    if (!m_hasMoved && std::abs(m_now.x() - m_start.x()) <= clickDistance)
        return;
    m_hasMoved = true;
    switch (m_gesture) {
    case Gesture::Pan:
        showRange(state,
            shifted(m_startRange, m_startGeometry.toValue(m_start.x()) - m_startGeometry.toValue(m_now.x())));
        break;
    case Gesture::OverviewMove:
    case Gesture::OverviewBegin:
    case Gesture::OverviewEnd:
        dragOverview(state, scene);
        break;
    case Gesture::Choose:
    case Gesture::None:
        break;
    }
}

void MouseNavigation::release(ViewState& state, const TimelineScene& scene, const QMouseEvent& event)
{
    m_now = event.position();
    const Gesture gesture = m_gesture;
    const std::optional<QRectF> band = rubberBand(scene);
    m_gesture = Gesture::None;
    if (band)
        showRange(state, {scene.geometry.toValue(band->left()), scene.geometry.toValue(band->right())});
    else if (gesture == Gesture::Pan && !m_hasMoved && event.button() == Qt::LeftButton)
        state.setCursor(markAt(scene, m_start).value_or(positionAtPixel(state, scene.geometry, m_start.x())));
}

void MouseNavigation::wheel(ViewState& state, const TimelineScene& scene, const QWheelEvent& event) const
{
    const QPointF turned = QPointF(event.angleDelta()) / wheelNotch;
    const AxisRange range = shownRange(state);
    const bool isSideways = std::abs(turned.x()) > std::abs(turned.y());
    if (isSideways || event.modifiers() & Qt::ShiftModifier) {
        showRange(state, shifted(range, -(isSideways ? turned.x() : turned.y()) * range.width() / 10));
        return;
    }
    const bool isOverview = scene.rows.overview.contains(event.position());
    const AxisGeometry& under = isOverview ? scene.overview : scene.geometry;
    const double anchor = std::clamp(under.toValue(event.position().x()), range.begin, range.end);
    showRange(state, zoomed(range, anchor, std::pow(zoomPerNotch, -turned.y())));
}

std::optional<QRectF> MouseNavigation::rubberBand(const TimelineScene& scene) const
{
    if (m_gesture != Gesture::Choose || !m_hasMoved)
        return std::nullopt;
    const QRectF& panel = scene.rows.panel;
    const double left = std::clamp(std::min(m_start.x(), m_now.x()), panel.left(), panel.right());
    const double right = std::clamp(std::max(m_start.x(), m_now.x()), panel.left(), panel.right());
    if (right - left < 1)
        return std::nullopt;
    return QRectF(left, scene.rows.top(), right - left, panel.bottom() - scene.rows.top());
}

Qt::CursorShape MouseNavigation::shapeAt(const TimelineScene& scene, const QPointF& place) const
{
    if (m_gesture == Gesture::Pan && m_hasMoved)
        return Qt::ClosedHandCursor;
    if (!scene.hasDevice || !scene.rows.overview.contains(place))
        return Qt::ArrowCursor;
    switch (overviewGesture(scene, place.x())) {
    case Gesture::OverviewBegin:
    case Gesture::OverviewEnd:
        return Qt::SizeHorCursor;
    default:
        return Qt::OpenHandCursor;
    }
}

} // namespace tidemark::ui
