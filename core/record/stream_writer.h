// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tidemark {

// Writes to a file descriptor that may be a file, a pipe or a socket, and never blocks for good once asked to
// hurry. The calling thread must have SIGPIPE blocked.
class StreamWriter {
public:
    static constexpr std::chrono::milliseconds usualPatience{5000};

    explicit StreamWriter(int fd, std::chrono::milliseconds patience = usualPatience);

    // An error is final: nothing is written any more. Says how far the stream came, and why no further.
    Expected<void> write(std::span<const std::byte> bytes);

    // From now on a reader that takes nothing for as long as the patience lasts is given up. May be called
    // from any thread.
    void hurry() { m_hurries.store(true, std::memory_order_relaxed); }

private:
    Expected<void> waitForRoom();
    tl::unexpected<Error> failure(int error) const;

    const int m_fd;
    const std::chrono::milliseconds m_patience;
    const std::size_t m_mostAtOnce;
    std::uint64_t m_written = 0;
    std::atomic<bool> m_hurries = false;
};

} // namespace tidemark
