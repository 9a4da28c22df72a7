// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/stream_follower.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tidemark::ui {

namespace {

std::vector<std::string> rankNames(std::size_t count)
{
    std::vector<std::string> names;
    for (std::size_t rank = 0; rank < count; ++rank)
        names.push_back(fmt::format("rank {}", rank));
    return names;
}

std::uint64_t eventCount(const Recording& recording)
{
    std::uint64_t count = 0;
    for (const Device& device : recording.devices)
        count += device.events.size();
    return count;
}

// Where the whole run has come to. Ranks that have ended do not hold it up.
RecorderStatus slowest(const std::vector<RankNews>& ranks)
{
    const auto isBehind = [](const RankNews& left, const RankNews& right) {
        if (left.closed != right.closed)
            return right.closed;
        return left.status.step < right.status.step;
    };
    return std::min_element(ranks.begin(), ranks.end(), isBehind)->status;
}

} // namespace

StreamFollower::StreamFollower(std::size_t streams)
    : m_streams(streams)
    , m_merger(rankNames(streams))
{ }

bool StreamFollower::feed(std::size_t index, std::span<const std::byte> bytes)
{
    Stream& stream = m_streams[index];
    if (stream.damage)
        return false;
    stream.hasNews = true;
    m_hasNews = true;
    const auto passed = stream.prelude.pass(bytes);
    if (!passed)
        stream.damage = passed.error();
    else if (const auto taken = stream.decoder.feed(*passed); !taken)
        stream.damage = taken.error();
    return !stream.damage;
}

void StreamFollower::close(std::size_t index)
{
    Stream& stream = m_streams[index];
    if (const auto ended = stream.prelude.end(); !ended && !stream.damage)
        stream.damage = ended.error();
    stream.closed = true;
    stream.hasNews = true;
    m_hasNews = true;
}

RankNews StreamFollower::newsOf(Stream& stream) const
{
    RankNews news;
    news.status = stream.decoder.status();
    news.answers = stream.decoder.takeAnswers();
    news.events = stream.events;
    news.hasBegun = stream.prelude.isThrough();
    news.streamEnded = stream.decoder.ended();
    news.closed = stream.closed;
    news.damage = stream.damage;
    return news;
}

LiveUpdate StreamFollower::takeNews()
{
    LiveUpdate update;
    Recording recording = newestRecording();
    for (Stream& stream : m_streams)
        update.ranks.push_back(newsOf(stream));
    update.status = slowest(update.ranks);
    update.streamEnded = std::all_of(
        update.ranks.begin(), update.ranks.end(), [](const RankNews& news) { return news.streamEnded; });
    m_hasNews = false;
    if (!recording.devices.empty())
        follow(std::move(recording), update);
    return update;
}

// Without devices while there is nothing to show.
Recording StreamFollower::newestRecording()
{
    bool waits = false;
    for (std::size_t i = 0; i < m_streams.size(); ++i) {
        Stream& stream = m_streams[i];
        if (std::exchange(stream.hasNews, false)) {
            Recording part = stream.decoder.snapshot();
            stream.events = eventCount(part);
            if (m_streams.size() == 1)
                return part;
            m_merger.take(i, part);
        }
        // A rank that came later would move the devices of those behind it.
        waits = waits || (!m_merger.hasDevices(i) && !stream.closed && !stream.damage);
    }
    return waits ? Recording() : m_merger.merged();
}

void StreamFollower::follow(Recording recording, LiveUpdate& update)
{
    while (m_histories.size() < recording.devices.size())
        m_histories.emplace_back(settingsOf(recording, recording.devices[m_histories.size()]));
    for (std::size_t i = 0; i < m_histories.size(); ++i) {
        const Device& device = recording.devices[i];
        m_histories[i].advance(device);
        update.newest.push_back(compositionOf(
            m_histories[i].segmentsAt(device, m_histories[i].eventCount()), settingsOf(recording, device)));
    }
    recording.complete = std::all_of(m_streams.begin(), m_streams.end(),
        [](const Stream& stream) { return stream.decoder.ended() || !stream.closed; });
    auto analyzed = std::make_shared<AnalyzedRecording>();
    analyzed->recording = std::move(recording);
    analyzed->histories = m_histories;
    update.recording = std::move(analyzed);
}

} // namespace tidemark::ui
