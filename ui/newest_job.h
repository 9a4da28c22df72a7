// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <optional>
#include <stop_token>
#include <thread>

namespace tidemark::ui {

// Runs one job at a time on a thread of its own, always the newest; nobody waits for one that is told to
// stop.
class NewestJob : public QObject {
    Q_OBJECT

public:
    // What was found is used on the thread of this object; nothing: there is nothing to use.
    using Use = std::function<void()>;
    using Job = std::function<Use(const std::stop_token&)>;

    explicit NewestJob(QObject* parent = nullptr);

    void start(Job job); // in place of the one that runs, which is stopped
    // Once the one that runs has ended and was used, in place of any that waits for that: so what is asked
    // for faster than it is found still comes.
    void startNext(Job job);
    void forget(); // what runs ends soon, and nothing of it is used
    bool isBusy() const { return m_isBusy; } // with something that will be used

Q_SIGNALS:
    void busyChanged();

private:
    void run(Job job);
    void finish(std::uint64_t generation, const Use& use);
    void setBusy(bool busy);

    std::uint64_t m_generation = 0; // of what is wanted
    bool m_isRunning = false;
    bool m_isBusy = false;
    std::optional<Job> m_next;
    std::jthread m_thread;
};

} // namespace tidemark::ui
