// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/clock.h"

#include <cstdint>

namespace tidemark {

// What the thread of an event notes as its time: the processor's own counter where that runs steadily, for a
// half of what clock_gettime() costs, else nanoseconds of the monotonic clock.
class EventClock {
public:
    EventClock();

    std::uint64_t ticks() const noexcept
    {
#ifdef __x86_64__
        if (m_hasCounter)
            return __builtin_ia32_rdtsc();
#endif
        return static_cast<std::uint64_t>(monotonicNanoseconds());
    }

private:
    bool m_hasCounter = false;
};

// Turns ticks into microseconds since the Unix epoch: in proportion between two readings of both clocks.
class EventTimes {
public:
    // Both must outlive this.
    EventTimes(const EventClock& clock, const WallClock& wall);

    // Reads both clocks; call it now and then, after the events that are to be turned next have happened.
    void read();

    std::int64_t microseconds(std::uint64_t ticks) const
    {
        const auto since = static_cast<double>(static_cast<std::int64_t>(ticks - m_from.ticks));
        return m_wall.microseconds(m_from.nanoseconds + static_cast<std::int64_t>(since * m_perTick));
    }

private:
    struct Reading {
        std::uint64_t ticks = 0;
        std::int64_t nanoseconds = 0; // of the monotonic clock
    };
    Reading readBoth() const;

    const EventClock& m_clock;
    const WallClock& m_wall;
    Reading m_from;
    Reading m_to;
    double m_perTick = 1; // nanoseconds
};

} // namespace tidemark
