// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/snapshot/annotation_assembly.h"

#include <algorithm>

namespace tidemark {

namespace {

// The names under which torch.profiler and torch.optim note steps and phases.
AnnotationKind kindOf(std::string_view name)
{
    if (name.starts_with("ProfilerStep#"))
        return AnnotationKind::Step;
    for (const std::string_view phase : {"## forward ##", "## backward ##", "## optimizer ##"}) {
        if (name == phase)
            return AnnotationKind::Phase;
    }
    return name.starts_with("Optimizer.step#") ? AnnotationKind::Phase : AnnotationKind::Range;
}

void placeBetweenEvents(Annotation& annotation, const EventColumns& events)
{
    const auto& times = events.timeUs();
    const auto before = [](std::int64_t limit) {
        return [limit](std::int64_t time) { return time < limit; };
    };
    const auto upTo = [](std::int64_t limit) { return [limit](std::int64_t time) { return time <= limit; }; };
    annotation.startEvent = times.partitionPoint(0, events.size(), before(annotation.startUs));
    if (annotation.endUs != Annotation::open)
        annotation.endEvent =
            times.partitionPoint(annotation.startEvent, events.size(), upTo(annotation.endUs));
}

} // namespace

std::vector<Annotation> assembleAnnotations(std::span<const EdgeRecord> edges,
    std::span<const Device> devices, const std::function<std::optional<std::uint16_t>(std::int64_t)>& placeOf,
    SnapshotTables& tables)
{
    std::vector<Annotation> result;
    boost::unordered_flat_map<std::uint64_t, std::vector<std::size_t>> open; // by device and name
    for (const EdgeRecord& edge : edges) {
        const auto place = placeOf(edge.device);
        if (!place) {
            tables.notes.count("an annotation of a device that the file does not hold");
            continue;
        }
        std::vector<std::size_t>& mine = open[(std::uint64_t(*place) << 32) | edge.name];
        if (!edge.isStart && !mine.empty()) {
            result[mine.back()].endUs = edge.timeUs;
            mine.pop_back();
            continue;
        }
        Annotation annotation;
        annotation.device = *place;
        annotation.name = tables.strings.shown(edge.name, tables.builder);
        annotation.kind = kindOf(tables.strings[edge.name]);
        annotation.startUs = edge.timeUs;
        if (edge.isStart) {
            mine.push_back(result.size());
        } else {
            const EventColumns& events = devices[*place].events;
            annotation.endUs = edge.timeUs;
            if (!events.empty())
                annotation.startUs = std::min(edge.timeUs, events.timeUs()[0]);
        }
        result.push_back(annotation);
    }
    for (Annotation& annotation : result)
        placeBetweenEvents(annotation, devices[annotation.device].events);
    std::stable_sort(result.begin(), result.end(),
        [](const Annotation& left, const Annotation& right) { return left.startUs < right.startUs; });
    return result;
}

} // namespace tidemark
