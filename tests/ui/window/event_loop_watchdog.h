// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <algorithm>
#include <ctime>

namespace tidemark::tests {

// How long the event loop is away at its worst: what somebody who moves the mouse would feel.
class EventLoopWatchdog : public QObject {
public:
    EventLoopWatchdog()
    {
        forget();
        startTimer(periodMilliseconds, Qt::PreciseTimer);
    }

    // Milliseconds that this thread worked between two turns of the loop: the same on a machine that has much
    // else to do.
    qint64 worstWork() const { return m_worstWork; }
    // Milliseconds on the clock, in which it may also have waited: for others, or for the machine.
    qint64 worstLateness() const { return m_worstLateness; }
    void forget()
    {
        m_worstWork = 0;
        m_worstLateness = 0;
        m_clock.start();
        m_workBefore = work();
    }

protected:
    void timerEvent(QTimerEvent*) override
    {
        const qint64 now = work();
        m_worstWork = std::max(m_worstWork, now - m_workBefore);
        m_workBefore = now;
        m_worstLateness = std::max(m_worstLateness, m_clock.restart() - periodMilliseconds);
    }

private:
    static constexpr int periodMilliseconds = 5;

    static qint64 work()
    {
        timespec time = {};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return time.tv_sec * 1000 + time.tv_nsec / 1'000'000;
    }

    QElapsedTimer m_clock;
    qint64 m_workBefore = 0;
    qint64 m_worstWork = 0;
    qint64 m_worstLateness = 0;
};

} // namespace tidemark::tests
