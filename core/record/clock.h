// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <ctime>

namespace tidemark {

// Nanoseconds of the monotonic clock: never goes back, needs no system call.
inline std::int64_t monotonicNanoseconds() noexcept
{
    std::timespec now = {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

// Turns the monotonic clock into microseconds since the Unix epoch. One anchor for a whole recording keeps
// its times in order when somebody sets the clock.
class WallClock {
public:
    WallClock()
    {
        std::timespec now = {};
        clock_gettime(CLOCK_REALTIME, &now);
        m_offsetNs = std::int64_t(now.tv_sec) * 1'000'000'000 + now.tv_nsec - monotonicNanoseconds();
    }

    std::int64_t microseconds(std::int64_t monotonicNs) const { return (monotonicNs + m_offsetNs) / 1000; }
    std::int64_t now() const { return microseconds(monotonicNanoseconds()); }

private:
    std::int64_t m_offsetNs;
};

} // namespace tidemark
