// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/stream_reader.h"

#include "ui/live/stream_follower.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace tidemark::ui {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds publishInterval(32);
constexpr std::size_t pieceSize = 256 * 1024;

// Milliseconds to wait for bytes; -1: as long as it takes.
int waitTime(bool hasNews, Clock::time_point lastPublished)
{
    if (!hasNews)
        return -1;
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(lastPublished + publishInterval - Clock::now());
    return static_cast<int>(std::max(left.count(), std::chrono::milliseconds::rep(0)));
}

// When the interval from which the next is counted began: where the beat is kept, neither what a turn costs
// nor that it came a little late makes turns fewer.
Clock::time_point thisTurn(Clock::time_point lastPublished, Clock::time_point now)
{
    return now < lastPublished + 2 * publishInterval ? lastPublished + publishInterval : now;
}

} // namespace

StreamReader::StreamReader(std::vector<FileDescriptor> pipes, QObject* parent)
    : QObject(parent)
    , m_wakeUp(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    for (FileDescriptor& pipe : pipes)
        m_pipes.emplace_back().end = std::move(pipe);
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

StreamReader::~StreamReader()
{
    m_thread.request_stop();
    wake();
    m_thread.join();
}

void StreamReader::run(const std::stop_token& stop)
{
    StreamFollower follower(m_pipes.size());
    for (std::size_t i = 0; i < m_pipes.size(); ++i)
        if (!m_pipes[i].end.isOpen())
            follower.close(i);
    std::vector<std::byte> buffer(pieceSize);
    std::vector<std::size_t> ready;
    Clock::time_point published;
    while (isOpen() && !stop.stop_requested()) {
        const int wait = isFinishing() ? 0 : waitTime(follower.hasNews(), published);
        if (!waitForBytes(ready, wait))
            continue;
        for (std::size_t i = 0; i < m_pipes.size(); ++i) {
            if (std::find(ready.begin(), ready.end(), i) != ready.end())
                read(i, follower, buffer);
            else if (m_pipes[i].isFinishing)
                close(i, follower);
        }
        if (const auto now = Clock::now();
            isOpen() && follower.hasNews() && now >= published + publishInterval) {
            published = thisTurn(published, now);
            publish(follower.takeNews());
        }
    }
    for (Pipe& pipe : m_pipes)
        pipe.end.close();
    if (!stop.stop_requested())
        publish(follower.takeNews());
}

bool StreamReader::isOpen() const
{
    return std::any_of(m_pipes.begin(), m_pipes.end(), [](const Pipe& pipe) { return pipe.end.isOpen(); });
}

bool StreamReader::isFinishing() const
{
    return std::any_of(m_pipes.begin(), m_pipes.end(),
        [](const Pipe& pipe) { return pipe.end.isOpen() && pipe.isFinishing; });
}

// Which pipes have bytes or have been closed. False: nobody knows.
bool StreamReader::waitForBytes(std::vector<std::size_t>& ready, int milliseconds) const
{
    ready.clear();
    std::vector<pollfd> sources{{m_wakeUp.get(), POLLIN, 0}};
    for (const Pipe& pipe : m_pipes)
        sources.push_back({pipe.end.get(), POLLIN, 0}); // poll() passes over a negative one
    if (::poll(sources.data(), sources.size(), milliseconds) < 0)
        return false;
    for (std::size_t i = 0; i < m_pipes.size(); ++i)
        if (sources[i + 1].revents != 0)
            ready.push_back(i);
    eventfd_t count = 0;
    if (sources.front().revents != 0)
        ::eventfd_read(m_wakeUp.get(), &count);
    return true;
}

void StreamReader::read(std::size_t index, StreamFollower& follower, std::span<std::byte> buffer)
{
    const ssize_t got = ::read(m_pipes[index].end.get(), buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got > 0 && follower.feed(index, buffer.first(static_cast<std::size_t>(got))))
        return;
    close(index, follower);
}

void StreamReader::close(std::size_t index, StreamFollower& follower)
{
    if (!m_pipes[index].end.isOpen())
        return;
    m_pipes[index].end.close();
    follower.close(index);
}

void StreamReader::finish(std::size_t pipe)
{
    m_pipes[pipe].isFinishing = true;
    wake();
}

void StreamReader::wake() const
{
    ::eventfd_write(m_wakeUp.get(), 1);
}

void StreamReader::publish(LiveUpdate update)
{
    {
        const std::scoped_lock lock(m_mutex);
        for (std::size_t i = 0; i < m_newest.ranks.size(); ++i) {
            std::vector<Answer>& earlier = m_newest.ranks[i].answers;
            std::vector<Answer>& answers = update.ranks[i].answers;
            answers.insert(answers.begin(), std::make_move_iterator(earlier.begin()),
                std::make_move_iterator(earlier.end()));
        }
        m_newest = std::move(update);
        if (std::exchange(m_announced, true))
            return;
    }
    QMetaObject::invokeMethod(this, &StreamReader::updated, Qt::QueuedConnection);
}

LiveUpdate StreamReader::takeUpdate()
{
    const std::scoped_lock lock(m_mutex);
    m_announced = false;
    LiveUpdate result = m_newest;
    for (RankNews& news : m_newest.ranks)
        news.answers.clear();
    return result;
}

} // namespace tidemark::ui
