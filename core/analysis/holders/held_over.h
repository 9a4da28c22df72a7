// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/curves/curve_columns.h"
#include "core/analysis/holders/attribution.h"
#include "core/analysis/replay/event_range.h"

#include <vector>

namespace tidemark {

// How long allocations were there in a range. Of events, a tick is an event: a state lasts from the event
// that made it to the next, so that bytes times ticks of all are the sum of the allocated curve's values just
// after each event of the range. Of time, a tick is a power of ten of microseconds, and the range reaches
// from its first event to its last. Ticks are so long that there are at most 2^24 of them in a range: bytes
// times ticks fit 64 bits up to a TiB.
struct HeldOver {
    std::vector<std::uint32_t> places; // in Attribution::allocations, rising: those that were there at all
    std::vector<std::uint64_t> ticks; // by place in `places`
    std::uint64_t span = 0; // ticks of the range; 0: nothing lasted
    std::uint64_t tick = 1; // events or microseconds
};

// In time where the axis is of time and the device's events have times; else in events.
HeldOver heldOver(
    const Attribution& attribution, const Device& device, TimeAxis axis, const EventRange& range);

// Those that began with an event of the range: places in Attribution::allocations, rising.
std::vector<std::uint32_t> allocatedIn(const Attribution& attribution, const EventRange& range);

} // namespace tidemark
