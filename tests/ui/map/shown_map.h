// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/details/opened.h"
#include "ui/groups/group_follower.h"
#include "ui/map/fragmentation_map.h"
#include "ui/map/map_canvas.h"

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>

namespace tidemark::tests {

// A map with a recording, shown.
struct ShownMap {
    ui::ViewState state;
    ui::GroupFollower follower{state}; // finds the allocations
    ui::FragmentationMap map{state};

    explicit ShownMap(const QString& name, double at = 0.4, QSize size = {1000, 420})
        : ShownMap(opened(name), at, size)
    { }

    ShownMap(std::shared_ptr<const AnalyzedRecording> recording, double at, QSize size)
    {
        state.setRecording(std::move(recording), false);
        state.setCursor(static_cast<std::size_t>(at * static_cast<double>(state.history().eventCount())));
        map.resize(size);
        map.show();
        (void)QTest::qWaitForWindowExposed(&map);
        canvas().setFocus();
        (void)map.grab(); // lays out
    }

    ui::MapCanvas& canvas() { return map.canvas(); }
    QWidget* viewport() { return canvas().viewport(); }

    void colourBy(ui::ColourClass by)
    {
        map.setColourBy(by);
        if (!QTest::qWaitFor([this] { return map.isSettled(); }, 60'000))
            qFatal("No colours are found");
        (void)map.grab();
    }

    void wheel(const QPointF& at, int turn, Qt::KeyboardModifiers modifiers)
    {
        QWheelEvent event(at, viewport()->mapToGlobal(at), {}, {0, turn}, Qt::NoButton, modifiers,
            Qt::NoScrollPhase, false);
        QApplication::sendEvent(viewport(), &event);
        (void)map.grab();
    }

    void hover(const QPointF& at)
    {
        QMouseEvent event(QEvent::MouseMove, at, viewport()->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(viewport(), &event);
    }
};

inline QPoint middleOf(const QRectF& rect)
{
    return rect.center().toPoint();
}

} // namespace tidemark::tests
