// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tidemark {

// The events from `begin` on, up to `end` and without it: between the positions of the same numbers.
struct EventRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;

    bool holds(std::uint64_t event) const { return event >= begin && event < end; }
    // Whether what began with the event `from` and ended with the event `to` was there at one of the
    // positions, the borders included; either is UINT64_MAX where it is none of the recording.
    bool meets(std::uint64_t from, std::uint64_t to) const
    {
        return (from == UINT64_MAX || from < end) && (to == UINT64_MAX || to >= begin);
    }

    bool operator==(const EventRange&) const = default;
};

} // namespace tidemark
