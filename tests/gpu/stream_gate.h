// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cuda_runtime_api.h>
#include <mutex>
#include <thread>
#include <vector>

namespace tidemark {

// Decides when streams do the work that is queued on them, so that a program always finds them as far as it
// did the last time. Closed, they do nothing; open, everything has been done. A call that waits for the
// device while the gate is closed would wait for ever: then the gate opens by itself.
class StreamGate {
public:
    explicit StreamGate(std::vector<cudaStream_t> streams);
    ~StreamGate();
    StreamGate(const StreamGate&) = delete;
    StreamGate& operator=(const StreamGate&) = delete;

    void close(); // what is queued from now on waits
    void open(); // and all of it is done on return
    void settle(); // while it is open: what has been queued is done on return

    // Makes a call that may wait for the device.
    template <class Call>
    auto during(Call call)
    {
        m_callSince = now();
        const Done done{*this};
        return call();
    }

    int forcedOpenings() const { return m_forced; }

private:
    struct Done {
        StreamGate& gate;
        ~Done() { gate.endCall(); }
    };

    static std::int64_t now();
    static void CUDART_CB waitAtGate(void* gate);
    void endCall();
    void letThrough();
    void watch();

    std::vector<cudaStream_t> m_streams;
    cudaStream_t m_stream = nullptr; // on which the gate is
    cudaEvent_t m_event = nullptr;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isOpen = true; // with the mutex held
    bool m_isClosed = false; // as the program knows it
    std::atomic<std::int64_t> m_callSince = 0; // nanoseconds; 0: no call
    std::atomic<bool> m_wasForced = false;
    std::atomic<bool> m_isEnding = false;
    int m_forced = 0;
    std::thread m_watcher;
};

} // namespace tidemark
