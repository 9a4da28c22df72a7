// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/segment_moments.h"

#include <algorithm>
#include <optional>

namespace tidemark::ui {

namespace {

std::optional<SegmentMoment> momentOf(Action action)
{
    switch (action) {
    case Action::SegmentAlloc:
    case Action::SegmentMap:
        return SegmentMoment::Gained;
    case Action::SegmentFree:
    case Action::SegmentUnmap:
        return SegmentMoment::Returned;
    case Action::Oom:
        return SegmentMoment::OutOfMemory;
    default:
        return std::nullopt;
    }
}

// How many positions are at most `position`.
std::size_t countUpTo(std::span<const std::size_t> positions, std::size_t position)
{
    return static_cast<std::size_t>(
        std::upper_bound(positions.begin(), positions.end(), position) - positions.begin());
}

} // namespace

void SegmentMoments::advance(const EventColumns& events)
{
    while (m_seen < events.size()) {
        const std::span<const Action> run = events.action().run(m_seen, events.size());
        for (const Action action : run) {
            ++m_seen;
            const std::optional<SegmentMoment> kind = momentOf(action);
            if (!kind)
                continue;
            Track& track = m_tracks[static_cast<std::size_t>(*kind)];
            const std::int64_t before = track.bytesUpTo.empty() ? 0 : track.bytesUpTo.back();
            track.positions.push_back(m_seen);
            track.bytesUpTo.push_back(before + static_cast<std::int64_t>(events.sizes()[m_seen - 1]));
        }
    }
}

SegmentMoments::Sum SegmentMoments::between(SegmentMoment kind, std::size_t begin, std::size_t end) const
{
    const Track& events = track(kind);
    const std::size_t first = countUpTo(events.positions, begin);
    const std::size_t last = countUpTo(events.positions, end);
    if (first >= last)
        return {};
    return {last - first, events.bytesUpTo[last - 1] - (first == 0 ? 0 : events.bytesUpTo[first - 1])};
}

std::vector<SegmentTick> segmentTicks(const SegmentMoments& moments, std::span<const std::size_t> borders)
{
    std::vector<SegmentTick> ticks;
    if (borders.empty())
        return ticks;
    const auto gained = moments.positions(SegmentMoment::Gained);
    const auto returned = moments.positions(SegmentMoment::Returned);
    std::size_t gainedBefore = countUpTo(gained, borders[0]);
    std::size_t returnedBefore = countUpTo(returned, borders[0]);
    for (std::size_t i = 0; i + 1 < borders.size(); ++i) {
        const std::size_t gainedHere = countUpTo(gained, borders[i + 1]);
        const std::size_t returnedHere = countUpTo(returned, borders[i + 1]);
        if (gainedHere > gainedBefore || returnedHere > returnedBefore) {
            ticks.push_back({static_cast<int>(i), static_cast<std::uint32_t>(gainedHere - gainedBefore),
                static_cast<std::uint32_t>(returnedHere - returnedBefore)});
        }
        gainedBefore = gainedHere;
        returnedBefore = returnedHere;
    }
    return ticks;
}

} // namespace tidemark::ui
