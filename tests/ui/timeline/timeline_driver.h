// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timeline_plot.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPalette>
#include <QTest>
#include <QWheelEvent>

namespace tidemark::tests {

inline QPalette lightPalette()
{
    QPalette palette(QColor(0xee, 0xf0, 0xf3), QColor(0xf5, 0xf6, 0xf8));
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::Text, QColor(0x1b, 0x20, 0x27));
    palette.setColor(QPalette::WindowText, QColor(0x1b, 0x20, 0x27));
    return palette;
}

inline QPalette darkPalette()
{
    QPalette palette(QColor(0x24, 0x28, 0x2e), QColor(0x1f, 0x23, 0x28));
    palette.setColor(QPalette::Base, QColor(0x16, 0x1a, 0x1f));
    palette.setColor(QPalette::Text, QColor(0xe6, 0xe9, 0xee));
    palette.setColor(QPalette::WindowText, QColor(0xe6, 0xe9, 0xee));
    return palette;
}

// A timeline on the screen, and the hand on its mouse.
class TimelineDriver {
public:
    explicit TimelineDriver(QSize size = {1000, 420}, const QPalette& palette = lightPalette())
        : view(&state)
        , plot(view.findChild<ui::TimelinePlot*>())
    {
        view.setPalette(palette);
        view.resize(size);
        view.show();
        if (!QTest::qWaitForWindowExposed(&view))
            qFatal("The timeline does not come to the screen");
    }

    void open(std::shared_ptr<const AnalyzedRecording> recording)
    {
        state.setRecording(std::move(recording), false);
        settle();
    }

    // Until everything that was queued is drawn.
    void settle() const
    {
        for (int i = 0; i < 3; ++i)
            QCoreApplication::processEvents();
    }

    const ui::TimelineScene& scene() const { return plot->scene(); }
    // A place among the curves, by shares of their width and height.
    QPointF place(double across, double down = 0.5) const
    {
        const QRectF& rect = scene().rows.plot;
        return {rect.left() + rect.width() * across, rect.top() + rect.height() * down};
    }

    // Sent, not synthesised: QTest's hovering is not reliable on high-resolution offscreen screens.
    void mouse(QEvent::Type type, const QPointF& at, Qt::MouseButton button = Qt::NoButton,
        Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        const Qt::MouseButton cause = type == QEvent::MouseMove ? Qt::NoButton : button;
        const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : button;
        QMouseEvent event(type, at, plot->mapToGlobal(at), cause, held, modifiers);
        QApplication::sendEvent(plot, &event);
    }

    void hover(const QPointF& at)
    {
        mouse(QEvent::MouseMove, at);
        settle();
    }

    void click(const QPointF& at)
    {
        mouse(QEvent::MouseButtonPress, at, Qt::LeftButton);
        mouse(QEvent::MouseButtonRelease, at, Qt::LeftButton);
        settle();
    }

    void drag(const QPointF& from, const QPointF& to, Qt::MouseButton button = Qt::LeftButton,
        Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        mouse(QEvent::MouseButtonPress, from, button, modifiers);
        mouse(QEvent::MouseMove, (from + to) / 2, button, modifiers);
        mouse(QEvent::MouseMove, to, button, modifiers);
        mouse(QEvent::MouseButtonRelease, to, button, modifiers);
        settle();
    }

    void wheel(const QPointF& at, QPoint notches)
    {
        QWheelEvent event(at, plot->mapToGlobal(at), {}, notches * 120, Qt::NoButton, Qt::NoModifier,
            Qt::NoScrollPhase, false);
        QApplication::sendEvent(plot, &event);
        settle();
    }

    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(plot, key, modifiers);
        settle();
    }

    // The plot as it is on the screen, in device pixels, and one of its pixels by logical place.
    QImage picture() { return view.grab().toImage(); }
    static QColor colour(const QImage& picture, const QPointF& at)
    {
        return picture.pixelColor((at * picture.devicePixelRatio()).toPoint());
    }

    ui::ViewState state;
    ui::TimelineView view;
    ui::TimelinePlot* plot;
};

} // namespace tidemark::tests
