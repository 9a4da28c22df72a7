// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

namespace tidemark {

// The gate between those who steer a run (commands, signals) and the workload's threads. Steering calls
// return at once; the workload's threads wait inside passOperator(), beginStep() and waitForStop().
class RunControl {
public:
    // Called with true when the workload has come to a halt and with false when it goes on, by the
    // workload's own thread. It must not call back.
    using HaltListener = std::function<void(bool halted)>;
    explicit RunControl(HaltListener listener);

    void pause(); // halt at the next operator
    void resume();
    void step(); // run to the end of this training step, or of the next one, then halt
    void stop(); // for good; also releases a halted workload
    bool isStopping() const { return m_stopping.load(std::memory_order_acquire); }
    bool isIdle() const; // no step is running or to come: there is nothing to pause

    // The workload's side.
    void passOperator()
    {
        if (m_mayHalt.load(std::memory_order_relaxed))
            waitAtGate();
    }
    bool beginStep(); // false: the run is to end
    void endStep();
    void becomeIdle(); // no step will come any more
    void waitForStop();

private:
    enum class Gate : std::uint8_t { Open, UntilStepEnds, Closed };

    void setGate(Gate gate);
    void waitAtGate();

    HaltListener m_listener;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    Gate m_gate = Gate::Open;
    int m_halted = 0; // threads that wait at the gate
    bool m_idle = false;
    std::atomic<bool> m_mayHalt = false; // m_gate is Closed
    std::atomic<bool> m_stopping = false;
};

} // namespace tidemark
