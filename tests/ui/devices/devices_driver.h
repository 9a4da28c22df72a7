// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/devices/devices_canvas.h"
#include "ui/devices/devices_page.h"
#include "ui/view_state.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPalette>
#include <QTest>
#include <QWheelEvent>

namespace tidemark::tests {

// The devices page on the screen, and the hand on its mouse and keys.
class DevicesDriver {
public:
    explicit DevicesDriver(QSize size = {1200, 420})
        : page(state)
        , canvas(page.canvas())
    {
        page.resize(size);
        page.show();
        if (!QTest::qWaitForWindowExposed(&page))
            qFatal("The page does not come to the screen");
    }

    void open(Recording recording) { show(std::move(recording), false); }
    void grow(Recording recording) { show(std::move(recording), true); }

    void show(Recording recording, bool grown)
    {
        state.setRecording(std::make_shared<const AnalyzedRecording>(analyze(std::move(recording))), grown);
        settle();
    }

    void settle() const
    {
        for (int i = 0; i < 3; ++i)
            QCoreApplication::processEvents();
    }

    const ui::DevicesScene& scene() const { return canvas->scene(); }
    // A place among the curves of a row, by share of the width.
    QPointF place(std::size_t row, double across) const
    {
        for (const ui::DevicesScene::Row& each : scene().visible) {
            if (each.row == row)
                return {each.plot.left() + each.plot.width() * across, each.plot.center().y()};
        }
        return {};
    }
    QPointF words(std::size_t row) const { return {20, place(row, 0.5).y()}; }

    void mouse(QEvent::Type type, const QPointF& at, Qt::MouseButton button = Qt::NoButton) const
    {
        QWidget* target = canvas->viewport();
        const Qt::MouseButton cause = type == QEvent::MouseMove ? Qt::NoButton : button;
        const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : button;
        QMouseEvent event(type, at, target->mapToGlobal(at), cause, held, Qt::NoModifier);
        QApplication::sendEvent(target, &event);
    }

    void hover(const QPointF& at) const
    {
        mouse(QEvent::MouseMove, at);
        settle();
    }

    void click(const QPointF& at) const
    {
        mouse(QEvent::MouseButtonPress, at, Qt::LeftButton);
        mouse(QEvent::MouseButtonRelease, at, Qt::LeftButton);
        settle();
    }

    void drag(const QPointF& from, const QPointF& to) const
    {
        mouse(QEvent::MouseButtonPress, from, Qt::LeftButton);
        mouse(QEvent::MouseMove, (from + to) / 2, Qt::LeftButton);
        mouse(QEvent::MouseMove, to, Qt::LeftButton);
        mouse(QEvent::MouseButtonRelease, to, Qt::LeftButton);
        settle();
    }

    void doubleClick(const QPointF& at) const
    {
        click(at);
        mouse(QEvent::MouseButtonDblClick, at, Qt::LeftButton);
        settle();
    }

    void wheel(const QPointF& at, QPoint notches, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QWidget* target = canvas->viewport();
        QWheelEvent event(at, target->mapToGlobal(at), {}, notches * 120, Qt::NoButton, modifiers,
            Qt::NoScrollPhase, false);
        QApplication::sendEvent(target, &event);
        settle();
    }

    void key(Qt::Key key) const
    {
        QTest::keyClick(canvas, key);
        settle();
    }

    ui::ViewState state;
    ui::DevicesPage page;
    ui::DevicesCanvas* canvas;
};

// Ends within a share of the whole that no eye can see.
inline bool isClose(double a, double b, double whole)
{
    return qAbs(a - b) <= 1e-6 * whole;
}

} // namespace tidemark::tests
