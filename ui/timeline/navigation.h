// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timeline_scene.h"
#include "ui/view_state.h"

#include <QPointF>
#include <QRectF>
#include <optional>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace tidemark::ui {

// Shows a range; one that ends before the newest event no longer follows it.
void showRange(ViewState& state, const AxisRange& range);
// Moves the cursor, and the range when the cursor would be outside.
void moveCursor(ViewState& state, std::size_t position);
// The position at a pixel of the curves.
std::size_t positionAtPixel(const ViewState& state, const AxisGeometry& geometry, double x);

// The keys of the timeline; false for a key that means nothing here.
//   Left, Right and , .   one event     Shift: 10, Ctrl: 100
//   Home, End             first event, newest event (and follow it)
//   A D                   move the range      W S + - Up Down   zoom about the cursor
//   F                     show everything     L   follow the newest event or stop that
bool handleTimelineKey(ViewState& state, const QKeyEvent& event);

// What the mouse does: click sets the cursor, drag moves the range, Shift or the right button chooses one,
// a double click shows everything, the wheel zooms; the overview's window can be dragged and resized.
class MouseNavigation {
public:
    void press(ViewState& state, const TimelineScene& scene, const QMouseEvent& event);
    void move(ViewState& state, const TimelineScene& scene, const QMouseEvent& event);
    void release(ViewState& state, const TimelineScene& scene, const QMouseEvent& event);
    void wheel(ViewState& state, const TimelineScene& scene, const QWheelEvent& event) const;

    bool isDragging() const { return m_gesture != Gesture::None && m_hasMoved; }
    // The range being chosen, as pixels.
    std::optional<QRectF> rubberBand(const TimelineScene& scene) const;
    // The pointer that says what a press here would do.
    Qt::CursorShape shapeAt(const TimelineScene& scene, const QPointF& place) const;

private:
    enum class Gesture { None, Pan, Choose, OverviewMove, OverviewBegin, OverviewEnd };

    static Gesture overviewGesture(const TimelineScene& scene, double x);
    void dragOverview(ViewState& state, const TimelineScene& scene) const;

    Gesture m_gesture = Gesture::None;
    bool m_hasMoved = false;
    QPointF m_start;
    QPointF m_now;
    AxisRange m_startRange;
    AxisGeometry m_startGeometry;
};

} // namespace tidemark::ui
