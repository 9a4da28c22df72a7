// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/stream_follower.h"

namespace tidemark::ui {

bool StreamFollower::feed(std::span<const std::byte> bytes)
{
    if (m_damage)
        return false;
    m_hasNews = true;
    if (const auto taken = m_decoder.feed(bytes); !taken)
        m_damage = taken.error();
    return !m_damage;
}

LiveUpdate StreamFollower::takeNews()
{
    LiveUpdate update;
    update.status = m_decoder.status();
    update.answers = m_decoder.takeAnswers();
    update.streamEnded = m_decoder.ended();
    update.closed = m_closed;
    update.damage = m_damage;
    m_hasNews = false;

    Recording recording = m_decoder.snapshot();
    if (recording.devices.empty())
        return update;
    const AllocatorSettings settings = settingsOf(recording);
    while (m_histories.size() < recording.devices.size())
        m_histories.emplace_back(settings);
    for (std::size_t i = 0; i < m_histories.size(); ++i) {
        const Device& device = recording.devices[i];
        m_histories[i].advance(device);
        update.newest.push_back(
            compositionOf(m_histories[i].segmentsAt(device, m_histories[i].eventCount()), settings));
    }
    recording.complete = update.streamEnded || !m_closed;
    auto analyzed = std::make_shared<AnalyzedRecording>();
    analyzed->recording = std::move(recording);
    analyzed->histories = m_histories;
    update.recording = std::move(analyzed);
    return update;
}

} // namespace tidemark::ui
