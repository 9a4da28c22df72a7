// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/driver/driver_sampler.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

bool saysSomething(const DriverSample& sample)
{
    return sample.used != DriverSample::unknown || sample.nvmlUsed != DriverSample::unknown
        || sample.processUsed != DriverSample::unknown;
}

// An answer for one moment, where the allocator leaves one.
DriverSample askInQuiet(const DriverSampler::Watched& device)
{
    constexpr int mostTries = 3;
    const auto calls = [&] { return device.segmentCalls ? device.segmentCalls() : 0; };
    std::uint64_t before = calls();
    DriverSample sample = device.source->ask();
    for (int tries = 1; tries < mostTries; ++tries) {
        const std::uint64_t now = calls();
        if (now == before)
            break;
        before = now;
        sample = device.source->ask();
    }
    return sample;
}

} // namespace

DriverSampler::DriverSampler(std::vector<Watched> devices, std::chrono::milliseconds period)
    : m_devices(std::move(devices))
    , m_period(period)
    , m_thread([this](const std::stop_token& stop) { sampleRegularly(stop); })
{ }

DriverSampler::~DriverSampler() = default;

void DriverSampler::sampleNow()
{
    const std::lock_guard lock(m_mutex);
    for (const Watched& device : m_devices) {
        const DriverSample sample = askInQuiet(device);
        if (saysSomething(sample))
            device.tell(sample);
    }
}

void DriverSampler::sampleRegularly(const std::stop_token& stop)
{
    auto next = std::chrono::steady_clock::now();
    while (!stop.stop_requested()) {
        sampleNow();
        // Where an answer takes longer than the period, the driver still gets rest between two questions.
        next = std::max(next + m_period, std::chrono::steady_clock::now() + m_period / 4);
        std::unique_lock lock(m_waitMutex);
        m_wait.wait_until(lock, stop, next, [] { return false; });
    }
}

} // namespace tidemark
