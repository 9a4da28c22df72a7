// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/live/file_descriptor.h"
#include "ui/live/live_update.h"

#include <QObject>
#include <atomic>
#include <deque>
#include <mutex>
#include <span>
#include <thread>

namespace tidemark::ui {

class StreamFollower;

// Reads the .tide streams of a run from their pipes on a thread of its own, replays them as they come, and
// hands over what is newest about 30 times a second. The pipes themselves are the only queues: when this
// side is slow the recorders wait, or drop and count.
class StreamReader : public QObject {
    Q_OBJECT

public:
    explicit StreamReader(std::vector<FileDescriptor> pipes, QObject* parent = nullptr);
    ~StreamReader() override;

    // What came since the last call. Answers are handed over once; everything else is the newest state.
    LiveUpdate takeUpdate();

    // Stops reading once nothing is left in that pipe, although somebody may still hold its other end.
    void finish(std::size_t pipe);

Q_SIGNALS:
    void updated(); // there is something to take

private:
    struct Pipe {
        FileDescriptor end; // this side's; closed once nothing more is taken
        std::atomic<bool> isFinishing = false;
    };

    void run(const std::stop_token& stop);
    bool waitForBytes(std::vector<std::size_t>& ready, int milliseconds) const;
    void read(std::size_t index, StreamFollower& follower, std::span<std::byte> buffer);
    void close(std::size_t index, StreamFollower& follower);
    bool isOpen() const;
    bool isFinishing() const;
    void publish(LiveUpdate update);
    void wake() const;

    std::deque<Pipe> m_pipes; // by rank
    FileDescriptor m_wakeUp; // eventfd: makes the thread look at its stop token and at what is finishing
    std::mutex m_mutex;
    LiveUpdate m_newest; // under m_mutex
    bool m_announced = false; // under m_mutex: updated() is on its way
    std::jthread m_thread; // last: stops before what it uses goes
};

} // namespace tidemark::ui
