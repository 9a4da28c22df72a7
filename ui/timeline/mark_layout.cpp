// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/mark_layout.h"

#include "core/base/time_distance.h"
#include "ui/details/figures.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;

constexpr double cellWidth = 5; // pixels in which marks are drawn as one
constexpr double labelGap = 7; // from the mark to its label
constexpr double labelEnd = 6; // free space behind a label

QString markLabel(const Mark& mark, const StringTable& strings, ByteUnits units)
{
    const std::string_view name = strings[mark.name];
    switch (mark.kind) {
    case MarkKind::EmptyCache:
        return mark.value > 0 ? u"empty_cache \u2212%1"_s.arg(textOf(formatBytes(mark.value, units)))
                              : u"empty_cache"_s;
    case MarkKind::ResetPeak:
        return u"reset peak"_s;
    case MarkKind::Paused:
        return u"paused"_s;
    case MarkKind::Resumed:
        return u"resumed"_s;
    case MarkKind::EventsLost:
        return u"%1 events lost"_s.arg(QString::fromStdString(formatExact(mark.value)));
    case MarkKind::Named:
        break;
    }
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

MarkLook lookOf(MarkKind kind)
{
    switch (kind) {
    case MarkKind::EmptyCache:
        return MarkLook::EmptyCache;
    case MarkKind::EventsLost:
        return MarkLook::EventsLost;
    case MarkKind::Named:
        return MarkLook::Named;
    default:
        return MarkLook::Other;
    }
}

// The label of a placed mark, if it has room between `from` and `to`.
void giveLabel(PlacedMark& mark, std::span<const MarkPoint> points, double from, double to,
    const std::function<double(const QString&)>& width)
{
    const QString text = mark.count == 1
        ? points[mark.first].label
        : u"%1 (%2)"_s.arg(points[mark.first].label).arg(static_cast<qulonglong>(mark.count));
    const double needed = width(text);
    if (mark.x + labelGap + needed <= to)
        mark.labelLeft = mark.x + labelGap;
    else if (mark.x - labelGap - needed >= from)
        mark.labelLeft = mark.x - labelGap - needed;
    else
        return;
    mark.label = text;
    mark.labelWidth = needed;
}

// Where the label of the mark behind may begin.
double endOf(const PlacedMark& mark)
{
    return std::max(mark.x + labelGap, mark.labelLeft + mark.labelWidth + labelEnd);
}

} // namespace

std::vector<MarkPoint> markPoints(const Recording& recording, std::size_t device,
    const SegmentMoments& moments, std::span<const Note> notes, ByteUnits units)
{
    const EventColumns& events = recording.devices[device].events;
    const std::int64_t firstUs = events.empty() ? 0 : events.timeUs()[0];
    std::vector<MarkPoint> points;
    for (const Mark& mark : recording.marks) {
        if (mark.device != device)
            continue;
        const auto position = static_cast<std::size_t>(std::min<std::uint64_t>(mark.event, events.size()));
        const double time = std::max(0.0, static_cast<double>(timeDistance(firstUs, mark.timeUs)));
        points.push_back({position, time, markLabel(mark, recording.strings, units), lookOf(mark.kind)});
    }
    for (const std::size_t position : moments.positions(SegmentMoment::OutOfMemory)) {
        const Event event = events[position - 1];
        points.push_back({position, static_cast<double>(timeDistance(firstUs, event.timeUs)),
            u"OOM, asked for %1"_s.arg(bytesText(event.size, units)), MarkLook::OutOfMemory});
    }
    for (const Note& note : notes) {
        const Device& noted = recording.devices[device];
        if (note.ordinal != noted.ordinal || note.source != noted.source || note.position > events.size())
            continue;
        const double time = note.position == 0
            ? 0
            : static_cast<double>(timeDistance(firstUs, events.timeUs()[note.position - 1]));
        points.push_back({note.position, time, note.text, MarkLook::Note});
    }
    std::stable_sort(points.begin(), points.end(),
        [](const MarkPoint& a, const MarkPoint& b) { return a.position < b.position; });
    // Marks and events may have been timed by different clocks; their order must be one on both axes.
    for (std::size_t i = 1; i < points.size(); ++i)
        points[i].time = std::max(points[i].time, points[i - 1].time);
    return points;
}

std::vector<PlacedMark> layoutMarks(std::span<const MarkPoint> points, const AxisGeometry& geometry,
    const std::function<double(const QString&)>& width)
{
    std::vector<PlacedMark> placed;
    const auto firstFrom = [&](double value) {
        return std::partition_point(points.begin(), points.end(),
            [&](const MarkPoint& point) { return point.axisValue(geometry.axis) < value; });
    };
    auto point = firstFrom(geometry.range.begin);
    while (point != points.end() && point->axisValue(geometry.axis) <= geometry.range.end) {
        const double x = geometry.toPixel(point->axisValue(geometry.axis));
        const auto next = std::max(point + 1, firstFrom(geometry.toValue(x + cellWidth)));
        const auto gravest = std::min_element(point, std::min(next, point + 1000),
            [](const MarkPoint& a, const MarkPoint& b) { return a.look < b.look; });
        placed.push_back({x, static_cast<std::size_t>(point - points.begin()),
            static_cast<std::size_t>(next - point), gravest->look, gravest->position, {}, 0});
        point = next;
    }
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const double from = i == 0 ? geometry.left : endOf(placed[i - 1]);
        const double to = i + 1 < placed.size() ? placed[i + 1].x - labelEnd : geometry.right();
        giveLabel(placed[i], points, from, to, width);
    }
    return placed;
}

} // namespace tidemark::ui
