// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view_state.h"

#include <QAction>
#include <QElapsedTimer>
#include <QEvent>
#include <QWidget>

namespace tidemark::tests {

// Milliseconds from a trigger to the first repaint that shows less reserved memory than `before`.
class DropWatch : public QObject {
public:
    DropWatch(QAction* trigger, QWidget* painted, ui::ViewState& state, std::int64_t before)
        : m_state(state)
        , m_before(before)
    {
        connect(trigger, &QAction::triggered, this, [this] { m_clock.start(); });
        for (QWidget* child : painted->findChildren<QWidget*>())
            child->installEventFilter(this);
    }
    qint64 milliseconds() const { return m_milliseconds; } // -1: not yet

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && m_milliseconds < 0 && m_clock.isValid()
            && m_state.history().valueAt(Curve::Reserved, m_state.history().eventCount()) < m_before)
            m_milliseconds = m_clock.elapsed();
        return false;
    }

private:
    ui::ViewState& m_state;
    std::int64_t m_before;
    QElapsedTimer m_clock;
    qint64 m_milliseconds = -1;
};

} // namespace tidemark::tests
