// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <vector>

namespace tidemark {

// Where a trace begins, in microseconds since the Unix epoch: a microsecond before the first of everything
// that has a time. 0 where nothing has.
std::int64_t traceBegin(const Recording& recording);

// When the events of one device happen, in nanoseconds since a trace's begin. Events of the same microsecond
// stand a nanosecond apart, in their order, so that no value between them is lost. In a recording without
// times event k happens at k + 1 microseconds.
class TraceClock {
public:
    TraceClock(const Device& device, std::int64_t beginUs);

    std::int64_t ofEvent(std::uint64_t event) const;
    // Of what has a time of its own, which counts where the device's events have times.
    std::int64_t of(std::int64_t timeUs, std::uint64_t event) const;
    std::int64_t beforeFirst() const { return ofEvent(0) - 1; }
    std::int64_t end() const; // behind the last event

private:
    std::int64_t m_beginUs = 0;
    std::size_t m_eventCount = 0;
    bool m_hasTimes = false;
    std::vector<std::int64_t> m_ns; // by event, rising; empty without times
};

} // namespace tidemark
