// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"
#include "ui/timeline/axis_geometry.h"

#include <span>
#include <vector>

namespace tidemark::ui {

// Annotations of one device in lanes, outer ones above inner ones, none over another. Grows with the
// recording and looks at each annotation once.
class BandLanes {
public:
    // Those seen before must still begin `recording.annotations` (their ends may have become known);
    // otherwise all are laid anew.
    void advance(const Recording& recording, std::size_t device);

    std::size_t laneCount() const { return m_lanes.size(); }
    // Places in Recording::annotations, by start.
    std::span<const std::uint32_t> lane(std::size_t lane) const { return m_lanes[lane]; }

private:
    void place(const Recording& recording, std::uint32_t annotation);

    std::vector<std::vector<std::uint32_t>> m_lanes;
    std::size_t m_seen = 0;
    Annotation m_lastSeen;
};

// Where an annotation begins and ends on an axis; one that is still open ends at `axisEnd`.
AxisRange bandRange(const Annotation& annotation, const Device& device, TimeAxis axis, double axisEnd);

struct PlacedBand {
    std::uint32_t annotation = 0;
    std::uint32_t lane = 0;
    double left = 0; // pixels, cut at the borders of the axis
    double right = 0;
    std::uint32_t hidden = 0; // further bands in the same place: a crowd, too narrow to tell apart
};

// What is visible of the first `lanes` lanes: work and result in proportion to pixels.
std::vector<PlacedBand> layoutBands(const BandLanes& lanes, std::size_t laneCount, const Recording& recording,
    const Device& device, const AxisGeometry& geometry, double axisEnd);

// Annotations at a place, outermost first, of all lanes.
std::vector<std::uint32_t> bandsAt(const BandLanes& lanes, const Recording& recording, const Device& device,
    TimeAxis axis, double value, double axisEnd);

} // namespace tidemark::ui
