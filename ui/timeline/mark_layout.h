// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytes.h"
#include "core/trace/recording.h"
#include "ui/navigation/note.h"
#include "ui/timeline/axis_geometry.h"
#include "ui/timeline/segment_moments.h"

#include <QString>
#include <functional>
#include <span>
#include <vector>

namespace tidemark::ui {

enum class MarkLook : std::uint8_t { OutOfMemory, EmptyCache, EventsLost, Note, Named, Other };

// A moment with a word to it: a mark of the recording, an OOM, or a note.
struct MarkPoint {
    std::size_t position = 0;
    double time = 0; // microseconds since the device's first event
    QString label;
    MarkLook look = MarkLook::Named;

    double axisValue(TimeAxis axis) const
    {
        return axis == TimeAxis::Events ? static_cast<double>(position) : time;
    }
};

// The marks of one device, by position.
std::vector<MarkPoint> markPoints(const Recording& recording, std::size_t device,
    const SegmentMoments& moments, std::span<const Note> notes, ByteUnits units);

// Marks that share a few pixels are drawn as one.
struct PlacedMark {
    double x = 0;
    std::size_t first = 0; // the points [first, first + count)
    std::size_t count = 1;
    MarkLook look = MarkLook::Named; // the gravest of them
    std::size_t position = 0; // of that one
    QString label; // empty where there is no room for it
    double labelLeft = 0;
    double labelWidth = 0;
};

// `width` says how wide a text is. A label stands to the right of its mark, or else to the left, where it
// touches neither another mark nor its label nor the ends of the axis.
std::vector<PlacedMark> layoutMarks(std::span<const MarkPoint> points, const AxisGeometry& geometry,
    const std::function<double(const QString&)>& width);

} // namespace tidemark::ui
