// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "core/export/trace/device_trace.h"
#include "core/export/trace/slice_lanes.h"
#include "core/trace/mark_name.h"

#include <algorithm>
#include <array>

namespace tidemark {

namespace {

struct TraceSpan {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    const Annotation* annotation = nullptr;
};

constexpr std::array<std::string_view, annotationGroups> groupNames = {"steps", "phases", "ranges"};

std::size_t groupOf(AnnotationKind kind)
{
    return kind == AnnotationKind::Step ? 0 : kind == AnnotationKind::Phase ? 1 : 2;
}

std::vector<TraceSpan> spansOf(const TracedDevice& traced)
{
    std::vector<TraceSpan> spans;
    for (const Annotation& annotation : traced.analyzed.recording.annotations) {
        if (annotation.device != traced.number)
            continue;
        const std::int64_t begin = traced.clock.of(annotation.startUs, annotation.startEvent);
        const std::int64_t end = annotation.endUs == Annotation::open
            ? traced.clock.end()
            : traced.clock.of(annotation.endUs, annotation.endEvent);
        spans.push_back({begin, std::max(begin, end), &annotation});
    }
    std::stable_sort(spans.begin(), spans.end(), [](const TraceSpan& left, const TraceSpan& right) {
        return left.begin != right.begin ? left.begin < right.begin : left.end > right.end;
    });
    return spans;
}

bool writeAnnotations(const TracedDevice& traced, TraceOutput& out)
{
    std::array<NestedLanes, annotationGroups> lanes;
    std::array<std::size_t, annotationGroups> named = {};
    for (const TraceSpan& span : spansOf(traced)) {
        const std::size_t group = groupOf(span.annotation->kind);
        const std::size_t lane = lanes[group].laneOf(span.begin, span.end);
        const TraceRow row = traced.row(group, lane);
        if (lane >= named[group]) {
            named[group] = lane + 1;
            out.rowName(row, groupNames[group]);
        }
        TraceOutput::Json facts = {{"first_event", span.annotation->startEvent}};
        if (span.annotation->endEvent != UINT64_MAX)
            facts["end_event"] = span.annotation->endEvent;
        if (!out.slice(row, span.begin, span.end - span.begin,
                traced.analyzed.recording.strings[span.annotation->name], "annotation", facts))
            return false;
    }
    return true;
}

bool writeMarks(const TracedDevice& traced, TraceOutput& out)
{
    const Recording& recording = traced.analyzed.recording;
    for (const Mark& mark : recording.marks)
        if (mark.device == traced.number
            && !out.moment(traced.row(0, 0), traced.clock.of(mark.timeUs, mark.event),
                markName(mark, recording.strings), {{"event", mark.event}}))
            return false;
    return true;
}

} // namespace

bool writeNotes(const TracedDevice& traced, TraceOutput& out)
{
    if (!writeAnnotations(traced, out) || !writeMarks(traced, out))
        return false;
    const EventColumns& events = traced.device().events;
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (events.action()[i] != Action::Oom)
            continue;
        const TraceOutput::Json facts = {
            {"event", i}, {"requested", events.sizes()[i]}, {"device_free", events.address()[i]}};
        if (!out.moment(traced.row(0, 0), traced.clock.ofEvent(i), "out of memory", facts))
            return false;
    }
    return true;
}

} // namespace tidemark
