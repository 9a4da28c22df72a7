// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/run_control.h"

#include <utility>

namespace tidemark {

RunControl::RunControl(HaltListener listener)
    : m_listener(std::move(listener))
{ }

void RunControl::pause()
{
    setGate(Gate::Closed);
}

void RunControl::resume()
{
    setGate(Gate::Open);
}

void RunControl::step()
{
    setGate(Gate::UntilStepEnds);
}

void RunControl::stop()
{
    const std::lock_guard lock(m_mutex);
    m_stopping.store(true, std::memory_order_release);
    m_gate = Gate::Open;
    m_mayHalt = false;
    m_changed.notify_all();
}

bool RunControl::isIdle() const
{
    const std::lock_guard lock(m_mutex);
    return m_idle;
}

void RunControl::setGate(Gate gate)
{
    const std::lock_guard lock(m_mutex);
    if (isStopping())
        return;
    m_gate = gate;
    m_mayHalt = gate == Gate::Closed;
    m_changed.notify_all();
}

void RunControl::waitAtGate()
{
    std::unique_lock lock(m_mutex);
    if (m_gate != Gate::Closed)
        return;
    if (m_halted++ == 0)
        m_listener(true);
    m_changed.wait(lock, [this] { return m_gate != Gate::Closed; });
    if (--m_halted == 0)
        m_listener(false);
}

bool RunControl::beginStep()
{
    waitAtGate();
    return !isStopping();
}

void RunControl::endStep()
{
    const std::lock_guard lock(m_mutex);
    if (m_gate == Gate::UntilStepEnds) {
        m_gate = Gate::Closed;
        m_mayHalt = true;
    }
}

void RunControl::becomeIdle()
{
    const std::lock_guard lock(m_mutex);
    m_idle = true;
}

void RunControl::waitForStop()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return isStopping(); });
}

} // namespace tidemark
