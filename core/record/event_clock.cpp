// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/event_clock.h"

#ifdef __x86_64__
#include <cpuid.h>
#endif

namespace tidemark {

namespace {

// CPUID's "invariant TSC": one speed in all states of the processor.
bool hasSteadyCounter()
{
#ifdef __x86_64__
    constexpr unsigned powerManagement = 0x80000007;
    constexpr unsigned invariantBit = 1U << 8;
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(powerManagement, &a, &b, &c, &d) != 0 && (d & invariantBit) != 0;
#else
    return false;
#endif
}

} // namespace

EventClock::EventClock()
    : m_hasCounter(hasSteadyCounter())
{ }

EventTimes::EventTimes(const EventClock& clock, const WallClock& wall)
    : m_clock(clock)
    , m_wall(wall)
    , m_from(readBoth())
    , m_to(m_from)
{ }

void EventTimes::read()
{
    constexpr std::int64_t shortest = 1'000'000; // ns: over less the speed would be told badly
    const Reading now = readBoth();
    if (now.nanoseconds - m_to.nanoseconds >= shortest)
        m_from = m_to;
    m_to = now;
    if (m_to.ticks > m_from.ticks)
        m_perTick = static_cast<double>(m_to.nanoseconds - m_from.nanoseconds)
            / static_cast<double>(m_to.ticks - m_from.ticks);
}

// The closest of a few tries: a thread may lose its processor between the two clocks.
EventTimes::Reading EventTimes::readBoth() const
{
    constexpr int tries = 4;
    Reading best;
    std::uint64_t bestGap = UINT64_MAX;
    for (int i = 0; i < tries; ++i) {
        const std::uint64_t before = m_clock.ticks();
        const std::int64_t now = monotonicNanoseconds();
        const std::uint64_t gap = m_clock.ticks() - before;
        if (gap < bestGap) {
            best = {before + gap / 2, now};
            bestGap = gap;
        }
    }
    return best;
}

} // namespace tidemark
