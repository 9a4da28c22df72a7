// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/stream_writer.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace tidemark {

namespace {

constexpr std::size_t fileMost = 16 * 1024 * 1024;
constexpr int pollMs = 100;

// What poll() calls writable takes PIPE_BUF bytes without blocking, and perhaps no more. Files never block
// for a reader.
std::size_t mostAtOnce(int fd)
{
    struct stat status = {};
    const bool isFile = fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
    return isFile ? fileMost : PIPE_BUF;
}

} // namespace

StreamWriter::StreamWriter(int fd, std::chrono::milliseconds patience)
    : m_fd(fd)
    , m_patience(patience)
    , m_mostAtOnce(mostAtOnce(fd))
{ }

Expected<void> StreamWriter::write(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const Expected<void> hasRoom = waitForRoom();
        if (!hasRoom)
            return hasRoom;
        const ssize_t count = ::write(m_fd, bytes.data(), std::min(bytes.size(), m_mostAtOnce));
        if (count < 0 && errno != EINTR && errno != EAGAIN)
            return failure(errno);
        if (count > 0) {
            m_written += static_cast<std::uint64_t>(count);
            bytes = bytes.subspan(static_cast<std::size_t>(count));
        }
    }
    return {};
}

Expected<void> StreamWriter::waitForRoom()
{
    using Clock = std::chrono::steady_clock;
    Clock::time_point hurriesSince = Clock::time_point::max();
    while (true) {
        pollfd request = {m_fd, POLLOUT, 0};
        const int ready = poll(&request, 1, pollMs);
        // A broken pipe is also "ready": write() then tells what is wrong.
        if (ready > 0)
            return {};
        if (ready < 0 && errno != EINTR)
            return failure(errno);
        if (!m_hurries.load(std::memory_order_relaxed))
            continue;
        const Clock::time_point now = Clock::now();
        hurriesSince = std::min(hurriesSince, now);
        if (now - hurriesSince >= m_patience)
            return failure(ETIMEDOUT);
    }
}

tl::unexpected<Error> StreamWriter::failure(int error) const
{
    const std::string reach = fmt::format("The recording stops after {} bytes: ", m_written);
    if (error == EPIPE)
        return fail(reach + "its reader went away.");
    if (error == ENOSPC || error == EDQUOT)
        return fail(reach + "the disk is full.");
    if (error == ETIMEDOUT)
        return fail(fmt::format(
            "{}its reader took nothing for {} s.", reach, std::chrono::duration<double>(m_patience).count()));
    return fail(fmt::format("{}{}.", reach, std::generic_category().message(error)));
}

} // namespace tidemark
