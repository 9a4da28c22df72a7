// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <algorithm>

namespace tidemark::tests {

// How late the event loop is at its worst: what somebody who moves the mouse would feel.
class EventLoopWatchdog : public QObject {
public:
    EventLoopWatchdog()
    {
        m_clock.start();
        startTimer(periodMilliseconds, Qt::PreciseTimer);
    }

    qint64 worst() const { return m_worst; } // milliseconds
    void forget() { m_worst = 0; }

protected:
    void timerEvent(QTimerEvent*) override
    {
        m_worst = std::max(m_worst, m_clock.restart() - periodMilliseconds);
    }

private:
    static constexpr int periodMilliseconds = 5;

    QElapsedTimer m_clock;
    qint64 m_worst = 0;
};

} // namespace tidemark::tests
