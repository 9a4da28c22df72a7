// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/output_stream.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace tidemark {

OutputStream::OutputStream(int descriptor)
    : m_descriptor(descriptor)
{ }

OutputStream::OutputStream(OutputStream&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
{ }

OutputStream::~OutputStream()
{
    if (m_descriptor >= 0 && m_descriptor != STDOUT_FILENO)
        ::close(m_descriptor);
}

// Of the terminal's or the shell's standard output nothing is taken away.
void OutputStream::discardOldContent() const
{
    if (m_descriptor != STDOUT_FILENO && ::ftruncate(m_descriptor, 0) != 0)
        return; // a pipe or a device, which keeps nothing
}

Expected<OutputStream> OutputStream::open(const std::string& path)
{
    if (path.empty()) {
        if (::isatty(STDOUT_FILENO) != 0)
            return fail("The recording would go to this terminal: name a file (-o run.tide) or send standard "
                        "output somewhere.");
        return OutputStream(STDOUT_FILENO);
    }
    constexpr mode_t readableByAll = 0644;
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, readableByAll);
    if (descriptor < 0)
        return fail(fmt::format("'{}' cannot be written: {}.", path, std::strerror(errno)));
    OutputStream stream(descriptor);
    // Two recorders would write over each other. Where a file system has no locks, nobody can tell.
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return fail(fmt::format(
            "'{}' is being written by another recorder: give this one another name with -o.", path));
    return stream;
}

} // namespace tidemark
