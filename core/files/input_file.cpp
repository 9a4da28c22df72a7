// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/input_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace tidemark {

namespace {

constexpr std::chrono::seconds patience{5}; // with a pipe that has no writer
constexpr std::chrono::milliseconds betweenLooks{100};

// What kind of thing it is, where it is none that has a beginning and an end.
const char* complaintAbout(const struct stat& status)
{
    if (S_ISDIR(status.st_mode))
        return "it is a directory, not a file.";
    if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode))
        return "it is a device, not a file.";
    if (S_ISSOCK(status.st_mode))
        return "it is a socket, not a file.";
    return nullptr;
}

} // namespace

Expected<InputFile> InputFile::open(const std::filesystem::path& path, std::stop_token stop)
{
    InputFile file(std::move(stop));
    struct stat status { };
    if (::stat(path.c_str(), &status) != 0)
        return failure(errno);
    if (const char* complaint = complaintAbout(status); complaint != nullptr)
        return fail(complaint);
    file.m_isPipe = S_ISFIFO(status.st_mode);
    // Opening a pipe would else wait for its writer, for ever if need be.
    file.m_descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | (file.m_isPipe ? O_NONBLOCK : 0));
    if (file.m_descriptor < 0)
        return failure(errno);
    if (S_ISREG(status.st_mode))
        file.m_size = static_cast<std::uint64_t>(status.st_size);
    return file;
}

InputFile::InputFile(InputFile&& other) noexcept
    : m_stop(std::move(other.m_stop))
    , m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_size(other.m_size)
    , m_position(other.m_position)
    , m_isPipe(other.m_isPipe)
    , m_hadWriter(other.m_hadWriter)
{ }

InputFile::~InputFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Expected<std::size_t> InputFile::read(std::span<std::byte> buffer)
{
    std::size_t used = 0;
    const Clock::time_point deadline = Clock::now() + patience;
    while (used < buffer.size()) {
        const auto rest = buffer.subspan(used);
        const ssize_t count = ::read(m_descriptor, rest.data(), rest.size());
        const int error = errno;
        if (count < 0 && error != EINTR && error != EAGAIN)
            return failure(error);
        if (count > 0)
            used += static_cast<std::size_t>(count);
        // Without a writer a pipe seems to be at its end; with one it may have nothing yet.
        m_hadWriter = m_hadWriter || count > 0 || (count < 0 && error == EAGAIN);
        if (count > 0 || (count < 0 && error == EINTR))
            continue;
        if (count == 0 && (!m_isPipe || m_hadWriter))
            break;
        const auto goesOn = waitForWriter(deadline);
        if (!goesOn)
            return tl::unexpected(goesOn.error());
        if (!*goesOn)
            break;
    }
    m_position += used;
    return used;
}

// For a moment. False: one has been there and has gone.
Expected<bool> InputFile::waitForWriter(Clock::time_point deadline)
{
    struct pollfd look {
        m_descriptor, POLLIN, 0
    };
    const int found = ::poll(&look, 1, static_cast<int>(betweenLooks.count()));
    if (found < 0 && errno != EINTR)
        return failure(errno);
    if (m_stop.stop_requested())
        return fail("opening was cancelled.");
    if (found > 0)
        return (look.revents & POLLIN) != 0;
    if (!m_hadWriter && Clock::now() >= deadline)
        return fail(fmt::format("it is a pipe that nobody has opened for writing within {} seconds: start "
                                "what writes to it first.",
            patience.count()));
    return true;
}

tl::unexpected<Error> InputFile::failure(int error)
{
    return fail(fmt::format("it cannot be read: {}.", std::generic_category().message(error)));
}

} // namespace tidemark
