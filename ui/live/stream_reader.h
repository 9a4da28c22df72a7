// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/live/file_descriptor.h"
#include "ui/live/live_update.h"

#include <QObject>
#include <mutex>
#include <thread>

namespace tidemark::ui {

// Reads a .tide stream from a pipe on a thread of its own, replays it as it comes, and hands over what is
// newest at most 30 times a second. The pipe itself is the only queue: when this side is slow the recorder
// waits, or drops and counts.
class StreamReader : public QObject {
    Q_OBJECT

public:
    explicit StreamReader(FileDescriptor pipe, QObject* parent = nullptr);
    ~StreamReader() override;

    // What came since the last call. Answers are handed over once; everything else is the newest state.
    LiveUpdate takeUpdate();

    // Stops reading once nothing is left in the pipe, although somebody may still hold its other end.
    void finish();

Q_SIGNALS:
    void updated(); // there is something to take

private:
    void publish(LiveUpdate update);
    void wake() const;

    FileDescriptor m_pipe;
    FileDescriptor m_wakeUp; // eventfd: makes the thread look at its stop token and m_finishing
    std::mutex m_mutex;
    LiveUpdate m_newest; // under m_mutex
    bool m_announced = false; // under m_mutex: updated() is on its way
    std::atomic<bool> m_finishing = false;
    std::jthread m_thread; // last: stops before what it uses goes
};

} // namespace tidemark::ui
