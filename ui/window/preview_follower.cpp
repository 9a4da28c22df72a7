// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/preview_follower.h"

#include <algorithm>

namespace tidemark::ui {

PreviewFollower::PreviewFollower(Publish publish)
    : m_publish(std::move(publish))
    , m_thread([this](const std::stop_token& stop) { run(stop); })
{ }

void PreviewFollower::take(const Recording& recording)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_next = recording;
    }
    m_arrived.notify_one();
}

void PreviewFollower::stop()
{
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

void PreviewFollower::run(const std::stop_token& stop)
{
    while (!m_isRefuted) {
        std::optional<Recording> next;
        {
            std::unique_lock lock(m_mutex);
            if (!m_arrived.wait(lock, stop, [this] { return m_next.has_value(); }))
                return;
            next = std::exchange(m_next, std::nullopt);
        }
        follow(std::move(*next), stop);
    }
}

void PreviewFollower::follow(Recording recording, const std::stop_token& stop)
{
    const bool hasEvents = std::any_of(recording.devices.begin(), recording.devices.end(),
        [](const Device& device) { return !device.events.empty(); });
    if (!hasEvents || !advance(recording, stop))
        return;
    m_isRefuted = std::any_of(m_histories.begin(), m_histories.end(),
        [](const DeviceHistory& history) { return history.contradictions() > 0; });
    if (m_isRefuted)
        return m_publish(nullptr);
    auto analyzed = std::make_shared<AnalyzedRecording>();
    analyzed->recording = std::move(recording);
    analyzed->histories = m_histories;
    m_publish(std::move(analyzed));
}

// False: stopped on the way.
bool PreviewFollower::advance(const Recording& recording, const std::stop_token& stop)
{
    constexpr std::size_t eventsBetweenLooks = 65536;
    while (m_histories.size() < recording.devices.size())
        m_histories.emplace_back(settingsOf(recording, recording.devices[m_histories.size()]));
    for (std::size_t i = 0; i < recording.devices.size(); ++i) {
        // Of several files each may begin anew.
        if (recording.devices[i].events.size() < m_histories[i].eventCount())
            m_histories[i] = DeviceHistory(settingsOf(recording, recording.devices[i]));
        while (!m_histories[i].advance(recording.devices[i], eventsBetweenLooks)) {
            if (stop.stop_requested())
                return false;
        }
    }
    return !stop.stop_requested();
}

} // namespace tidemark::ui
