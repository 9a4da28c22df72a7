// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/stream_reader.h"

#include "ui/live/stream_follower.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <poll.h>
#include <sys/eventfd.h>

namespace tidemark::ui {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds publishInterval(33);
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

enum class Readiness { Bytes, Nothing, WokenUp };

Readiness waitForBytes(int pipe, int wakeUp, int milliseconds)
{
    std::array<pollfd, 2> sources{{{pipe, POLLIN, 0}, {wakeUp, POLLIN, 0}}};
    if (::poll(sources.data(), sources.size(), milliseconds) <= 0)
        return Readiness::Nothing;
    if (sources[0].revents != 0)
        return Readiness::Bytes;
    eventfd_t count = 0;
    ::eventfd_read(wakeUp, &count);
    return Readiness::WokenUp;
}

// False: the pipe is at its end.
bool readPiece(int pipe, std::span<std::byte> buffer, StreamFollower& follower)
{
    const ssize_t got = ::read(pipe, buffer.data(), buffer.size());
    if (got < 0)
        return errno == EINTR || errno == EAGAIN;
    return got > 0 && follower.feed(buffer.first(static_cast<std::size_t>(got)));
}

} // namespace

StreamReader::StreamReader(FileDescriptor pipe, QObject* parent)
    : QObject(parent)
    , m_pipe(std::move(pipe))
    , m_wakeUp(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    m_thread = std::jthread([this](const std::stop_token& stop) {
        StreamFollower follower;
        std::vector<std::byte> buffer(pieceSize);
        Clock::time_point published;
        bool open = true;
        while (open && !stop.stop_requested()) {
            const int wait = m_finishing ? 0 : waitTime(follower.hasNews(), published);
            const Readiness ready = waitForBytes(m_pipe.get(), m_wakeUp.get(), wait);
            if (ready == Readiness::Bytes)
                open = readPiece(m_pipe.get(), buffer, follower);
            else if (ready == Readiness::Nothing && m_finishing)
                open = false;
            if (open && follower.hasNews() && Clock::now() >= published + publishInterval) {
                publish(follower.takeNews());
                published = Clock::now();
            }
        }
        m_pipe.close();
        follower.close();
        if (!stop.stop_requested())
            publish(follower.takeNews());
    });
}

StreamReader::~StreamReader()
{
    m_thread.request_stop();
    wake();
    m_thread.join();
}

void StreamReader::finish()
{
    m_finishing = true;
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
        update.answers.insert(update.answers.begin(), std::make_move_iterator(m_newest.answers.begin()),
            std::make_move_iterator(m_newest.answers.end()));
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
    m_newest.answers.clear();
    return result;
}

} // namespace tidemark::ui
