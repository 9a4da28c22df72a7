// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>

namespace tidemark {

// Thrown where a thread waits for others of which one will not come any more.
class MeetingBroken : public std::exception {
public:
    const char* what() const noexcept override { return "Another device's part of the run has ended."; }
};

// Where a fixed number of threads wait for one another. Every thread must make the same calls in the same
// order, until one of them breaks the meeting up.
class MeetingPoint {
public:
    explicit MeetingPoint(std::size_t threads);

    // Returns when all threads have come. The last of them does `work` before any goes on; when that throws,
    // the meeting is broken up and the exception goes on to its caller.
    void meet(const std::function<void()>& work = [] {});

    // Thread 0 does its `work`, then thread 1, and so on.
    void inTurn(std::size_t thread, const std::function<void()>& work);

    // Whoever waits or comes from now on gets MeetingBroken.
    void breakUp();

private:
    const std::size_t m_threads;
    std::mutex m_mutex; // for what follows
    std::condition_variable m_changed;
    std::size_t m_arrived = 0;
    std::uint64_t m_meetings = 0; // that are over
    std::size_t m_turn = 0; // whose
    bool m_isBroken = false;
};

} // namespace tidemark
