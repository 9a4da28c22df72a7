// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/driver/driver_source.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace tidemark {

// Asks, ten times a second and whenever it is told to, what the driver says of the recorded devices, and
// tells it. All members may be called from any thread.
class DriverSampler {
public:
    struct Watched {
        std::unique_ptr<DriverSource> source;
        // Takes a sample that says something; gives it time and event. One call at a time.
        std::function<void(const DriverSample&)> tell;
        // How often segments have come and gone. An answer during which that changed belongs to no one
        // moment, and the driver is asked again. May be empty.
        std::function<std::uint64_t()> segmentCalls = {};
    };

    explicit DriverSampler(
        std::vector<Watched> devices, std::chrono::milliseconds period = std::chrono::milliseconds(100));
    ~DriverSampler(); // nothing is told afterwards
    DriverSampler(const DriverSampler&) = delete;
    DriverSampler& operator=(const DriverSampler&) = delete;

    // Returns when it has been told.
    void sampleNow();

private:
    void sampleRegularly(const std::stop_token& stop);

    std::vector<Watched> m_devices;
    const std::chrono::milliseconds m_period;
    std::mutex m_mutex; // one question at a time
    std::mutex m_waitMutex;
    std::condition_variable_any m_wait;
    std::jthread m_thread; // last: it uses the rest
};

} // namespace tidemark
