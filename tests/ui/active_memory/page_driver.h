// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/groups/group_follower.h"
#include "ui/tiles/tile_canvas.h"
#include "ui/tiles/tile_page.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/look.h"

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>

namespace tidemark::tests {

inline std::shared_ptr<const AnalyzedRecording> sharedRecording(Recording recording)
{
    return std::make_shared<const AnalyzedRecording>(analyze(std::move(recording)));
}

// A page of tiles on the screen, and the hand on its mouse.
template <class Page>
class PageDriver {
public:
    explicit PageDriver(QSize size = {1000, 360})
        : follower(state)
        , page(state)
        , canvas(page.canvas())
    {
        setLook(&page, ui::pageLook(ui::applicationTheme()));
        page.resize(size);
        page.show();
        if (!QTest::qWaitForWindowExposed(&page))
            qFatal("The page does not come to the screen");
    }

    void open(std::shared_ptr<const AnalyzedRecording> recording)
    {
        state.setRecording(std::move(recording), false);
        settle();
    }

    // Until everything is drawn.
    void settle()
    {
        do { // a legend of another height moves the picture
            QCoreApplication::processEvents();
            if (!QTest::qWaitFor([this] { return page.isSettled(); }, 60'000))
                qFatal("Nothing is drawn");
            QCoreApplication::processEvents();
        } while (!page.isSettled());
    }

    // Also until nothing is made beyond the screen's edges.
    void rest()
    {
        settle();
        if (!QTest::qWaitFor([this] { return canvas->layer().isAtRest(); }, 60'000))
            qFatal("Tiles are made without end");
        QCoreApplication::processEvents();
    }

    // A place in the picture, by shares of its width and height.
    QPointF place(double across, double down) const
    {
        const QRectF& plot = canvas->place().plot;
        return {plot.left() + std::floor(plot.width() * across) + 0.5,
            plot.top() + std::floor(plot.height() * down) + 0.5};
    }

    void mouse(QEvent::Type type, const QPointF& at, Qt::MouseButton button = Qt::NoButton,
        Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        const Qt::MouseButton cause = type == QEvent::MouseMove ? Qt::NoButton : button;
        const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : button;
        QMouseEvent event(type, at, canvas->mapToGlobal(at), cause, held, modifiers);
        QApplication::sendEvent(canvas, &event);
    }

    void hover(const QPointF& at) { mouse(QEvent::MouseMove, at); }

    void click(const QPointF& at)
    {
        mouse(QEvent::MouseButtonPress, at, Qt::LeftButton);
        mouse(QEvent::MouseButtonRelease, at, Qt::LeftButton);
    }

    void drag(const QPointF& from, const QPointF& to, Qt::MouseButton button = Qt::LeftButton,
        Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        mouse(QEvent::MouseButtonPress, from, button, modifiers);
        mouse(QEvent::MouseMove, (from + to) / 2, button, modifiers);
        mouse(QEvent::MouseMove, to, button, modifiers);
        mouse(QEvent::MouseButtonRelease, to, button, modifiers);
    }

    void wheel(const QPointF& at, QPoint notches, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWheelEvent event(at, canvas->mapToGlobal(at), {}, notches * 120, Qt::NoButton, modifiers,
            Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas, &event);
    }

    // The first place, of a fine grid, where there is an allocation of at least so many bytes.
    std::optional<QPointF> placeOfAllocation(std::uint64_t bytes = 0) const
    {
        for (double across = 0.1; across < 0.9; across += 0.01) {
            for (double down = 0.98; down > 0.02; down -= 0.01) {
                const auto hit = canvas->layer().at(place(across, down));
                if (hit && IdPlane::isAllocation(hit->id) && allocation(hit->id).bytes >= bytes)
                    return place(across, down);
            }
        }
        return std::nullopt;
    }

    const Allocation& allocation(std::uint32_t id) const
    {
        return canvas->layer().source()->attribution().allocations[id];
    }

    ui::ViewState state;
    ui::GroupFollower follower;
    Page page;
    ui::TileCanvas* canvas;
};

} // namespace tidemark::tests
