// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/readout.h"
#include "ui/timeline/timeline_scene.h"

namespace tidemark::ui {

// What the rows above the curves say about the place under the mouse; empty where there is nothing.
Readout bandReadout(const ViewState& state, const BandLanes& lanes, const TimelineScene& scene, double x);
Readout markReadout(
    const ViewState& state, std::span<const MarkPoint> marks, const TimelineScene& scene, double x);
Readout segmentReadout(
    const ViewState& state, const SegmentMoments& moments, const TimelineScene& scene, double x);
// What the driver counts at a position beside the allocator's curves; nothing before its first sample.
void addDriverRows(Readout& readout, const Device& device, const DeviceHistory& history, std::size_t position,
    const Theme& theme, ByteUnits units);
// The bands of a coloured timeline at a position, the highest one first as they lie there, and which of them
// lies under the value `bytes`.
void addGroupRows(Readout& readout, const GroupColouring& colouring, std::size_t position, double bytes,
    const Theme& theme, ByteUnits units);
// How far a position is from the cursor, in events, time and bytes; nothing where it is the cursor.
void addDistance(Readout& readout, const ViewState& state, std::size_t position);
// How much a range that is being chosen holds.
Readout rangeReadout(const ViewState& state, const AxisGeometry& geometry, const QRectF& chosen);

} // namespace tidemark::ui
