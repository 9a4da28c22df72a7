// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/band_lanes.h"

#include "core/base/time_distance.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

// A lane on an axis. Its bands do not overlap, so starts and ends both ascend.
class LaneView {
public:
    LaneView(std::span<const std::uint32_t> lane, const Recording& recording, const Device& device,
        TimeAxis axis, double axisEnd)
        : m_lane(lane)
        , m_recording(recording)
        , m_device(device)
        , m_axis(axis)
        , m_axisEnd(axisEnd)
    { }

    std::size_t size() const { return m_lane.size(); }
    std::uint32_t annotation(std::size_t i) const { return m_lane[i]; }
    AxisRange range(std::size_t i) const
    {
        return bandRange(m_recording.annotations[m_lane[i]], m_device, m_axis, m_axisEnd);
    }

    // The first band that ends behind `value`.
    std::size_t firstEndingAfter(double value) const
    {
        const auto found = std::partition_point(m_lane.begin(), m_lane.end(), [&](std::uint32_t place) {
            return bandRange(m_recording.annotations[place], m_device, m_axis, m_axisEnd).end <= value;
        });
        return static_cast<std::size_t>(found - m_lane.begin());
    }

private:
    std::span<const std::uint32_t> m_lane;
    const Recording& m_recording;
    const Device& m_device;
    TimeAxis m_axis;
    double m_axisEnd;
};

bool isSame(const Annotation& a, const Annotation& b)
{
    return a.startUs == b.startUs && a.startEvent == b.startEvent && a.name == b.name && a.kind == b.kind;
}

// Crowds that touch become one.
void addBand(std::vector<PlacedBand>& placed, const PlacedBand& band)
{
    if (!placed.empty() && band.hidden > 0) {
        PlacedBand& last = placed.back();
        if (last.hidden > 0 && last.lane == band.lane && band.left <= last.right + 1) {
            last.right = std::max(last.right, band.right);
            last.hidden += band.hidden + 1;
            return;
        }
    }
    placed.push_back(band);
}

} // namespace

void BandLanes::advance(const Recording& recording, std::size_t device)
{
    const std::vector<Annotation>& all = recording.annotations;
    if (m_seen > all.size() || (m_seen > 0 && !isSame(all[m_seen - 1], m_lastSeen))) {
        m_lanes.clear();
        m_seen = 0;
    }
    for (; m_seen < all.size(); ++m_seen) {
        m_lastSeen = all[m_seen];
        if (all[m_seen].device == device)
            place(recording, static_cast<std::uint32_t>(m_seen));
    }
}

void BandLanes::place(const Recording& recording, std::uint32_t annotation)
{
    const auto isFree = [&](const std::vector<std::uint32_t>& lane) {
        const Annotation& last = recording.annotations[lane.back()];
        const Annotation& added = recording.annotations[annotation];
        return last.endEvent <= added.startEvent && last.endUs <= added.startUs;
    };
    // Behind the innermost band that is still going on, so that inner bands stay below outer ones.
    std::size_t lane = m_lanes.size();
    while (lane > 0 && isFree(m_lanes[lane - 1]))
        --lane;
    if (lane == m_lanes.size())
        m_lanes.emplace_back();
    m_lanes[lane].push_back(annotation);
}

AxisRange bandRange(const Annotation& annotation, const Device& device, TimeAxis axis, double axisEnd)
{
    if (axis == TimeAxis::Events) {
        return {static_cast<double>(annotation.startEvent),
            std::min(static_cast<double>(annotation.endEvent), axisEnd)};
    }
    const std::int64_t firstUs = device.events.empty() ? 0 : device.events.timeUs()[0];
    const double end = annotation.endUs == Annotation::open
        ? axisEnd
        : static_cast<double>(timeDistance(firstUs, annotation.endUs));
    return {static_cast<double>(timeDistance(firstUs, annotation.startUs)), end};
}

std::vector<PlacedBand> layoutBands(const BandLanes& lanes, std::size_t laneCount, const Recording& recording,
    const Device& device, const AxisGeometry& geometry, double axisEnd)
{
    constexpr double narrow = 2; // pixels that at least one band must fill to be drawn by itself
    std::vector<PlacedBand> placed;
    for (std::size_t lane = 0; lane < std::min(laneCount, lanes.laneCount()); ++lane) {
        const LaneView view(lanes.lane(lane), recording, device, geometry.axis, axisEnd);
        std::size_t i = view.firstEndingAfter(geometry.range.begin);
        while (i < view.size() && view.range(i).begin < geometry.range.end) {
            const double left = geometry.toPixel(std::max(view.range(i).begin, geometry.range.begin));
            std::size_t next = i + 1;
            if (geometry.toPixel(view.range(i).end) - left < narrow)
                next = std::max(next, view.firstEndingAfter(geometry.toValue(left + narrow)));
            const double right = geometry.toPixel(std::min(view.range(next - 1).end, geometry.range.end));
            addBand(placed,
                {view.annotation(i), static_cast<std::uint32_t>(lane), left, std::max(right, left + 1),
                    static_cast<std::uint32_t>(next - i - 1)});
            i = next;
        }
    }
    return placed;
}

std::vector<std::uint32_t> bandsAt(const BandLanes& lanes, const Recording& recording, const Device& device,
    TimeAxis axis, double value, double axisEnd)
{
    std::vector<std::uint32_t> found;
    for (std::size_t lane = 0; lane < lanes.laneCount(); ++lane) {
        const LaneView view(lanes.lane(lane), recording, device, axis, axisEnd);
        const std::size_t i = view.firstEndingAfter(value);
        if (i < view.size() && view.range(i).begin <= value)
            found.push_back(view.annotation(i));
    }
    return found;
}

} // namespace tidemark::ui
