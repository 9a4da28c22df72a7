// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/event_columns.h"

#include <array>
#include <span>
#include <vector>

namespace tidemark::ui {

enum class SegmentMoment : std::uint8_t {
    Gained, // segment_alloc, segment_map
    Returned, // segment_free, segment_unmap
    OutOfMemory, // oom
};
inline constexpr std::size_t segmentMomentCount = 3;

// The few events of a trace that the timeline marks one by one. Grows with the trace and looks at every event
// once.
class SegmentMoments {
public:
    struct Sum {
        std::size_t count = 0;
        std::int64_t bytes = 0;
    };

    // `events` must begin with those seen before.
    void advance(const EventColumns& events);

    // Positions just after the events, ascending.
    std::span<const std::size_t> positions(SegmentMoment kind) const { return track(kind).positions; }
    // Of the events with positions in (begin, end].
    Sum between(SegmentMoment kind, std::size_t begin, std::size_t end) const;

private:
    struct Track {
        std::vector<std::size_t> positions;
        std::vector<std::int64_t> bytesUpTo; // with the event itself
    };

    const Track& track(SegmentMoment kind) const { return m_tracks[static_cast<std::size_t>(kind)]; }

    std::array<Track, segmentMomentCount> m_tracks;
    std::size_t m_seen = 0;
};

// One pixel column in which segments came or went.
struct SegmentTick {
    int column = 0;
    std::uint32_t gained = 0; // events
    std::uint32_t returned = 0;
};

// The columns that have any; column i covers the positions (borders[i], borders[i + 1]].
std::vector<SegmentTick> segmentTicks(const SegmentMoments& moments, std::span<const std::size_t> borders);

} // namespace tidemark::ui
