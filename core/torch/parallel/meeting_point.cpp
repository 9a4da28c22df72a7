// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/parallel/meeting_point.h"

namespace tidemark {

MeetingPoint::MeetingPoint(std::size_t threads)
    : m_threads(threads)
{ }

void MeetingPoint::meet(const std::function<void()>& work)
{
    std::unique_lock lock(m_mutex);
    if (m_isBroken)
        throw MeetingBroken();
    if (++m_arrived < m_threads) {
        const std::uint64_t meeting = m_meetings;
        m_changed.wait(lock, [&] { return m_meetings != meeting || m_isBroken; });
        if (m_meetings == meeting)
            throw MeetingBroken();
        return;
    }
    lock.unlock();
    try {
        work();
    } catch (...) {
        breakUp();
        throw;
    }
    lock.lock();
    m_arrived = 0;
    ++m_meetings;
    m_changed.notify_all();
}

void MeetingPoint::inTurn(std::size_t thread, const std::function<void()>& work)
{
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_turn == thread || m_isBroken; });
        if (m_isBroken)
            throw MeetingBroken();
    }
    work();
    const std::lock_guard lock(m_mutex);
    m_turn = (thread + 1) % m_threads;
    m_changed.notify_all();
}

void MeetingPoint::breakUp()
{
    const std::lock_guard lock(m_mutex);
    m_isBroken = true;
    m_changed.notify_all();
}

} // namespace tidemark
