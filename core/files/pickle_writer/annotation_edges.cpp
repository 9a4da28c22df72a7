// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/pickle_writer/annotation_edges.h"

#include "core/trace/mark_name.h"

#include <algorithm>
#include <queue>

namespace tidemark {

namespace {

struct Span {
    std::string_view name;
    std::int64_t startUs = 0;
    std::int64_t endUs = 0;
    int device = 0;
};

std::vector<Span> spansByStart(const Recording& recording)
{
    std::vector<Span> spans;
    for (const Annotation& annotation : recording.annotations)
        spans.push_back({recording.strings[annotation.name], annotation.startUs, annotation.endUs,
            recording.devices[annotation.device].ordinal});
    for (const Mark& mark : recording.marks)
        spans.push_back({markName(mark, recording.strings), mark.timeUs, mark.timeUs,
            recording.devices[mark.device].ordinal});
    std::stable_sort(spans.begin(), spans.end(),
        [](const Span& left, const Span& right) { return left.startUs < right.startUs; });
    return spans;
}

} // namespace

std::vector<AnnotationEdge> annotationEdges(const Recording& recording)
{
    const std::vector<Span> spans = spansByStart(recording);
    const auto endsLater = [&spans](std::size_t left, std::size_t right) {
        return spans[left].endUs != spans[right].endUs ? spans[left].endUs > spans[right].endUs
                                                       : left < right;
    };
    std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(endsLater)> running(endsLater);
    std::vector<AnnotationEdge> edges;
    const auto endUntil = [&](std::int64_t timeUs) {
        for (; !running.empty() && spans[running.top()].endUs <= timeUs; running.pop()) {
            const Span& span = spans[running.top()];
            edges.push_back({span.name, span.endUs, span.device, false});
        }
    };
    for (std::size_t i = 0; i < spans.size(); ++i) {
        endUntil(spans[i].startUs);
        edges.push_back({spans[i].name, spans[i].startUs, spans[i].device, true});
        if (spans[i].endUs != Annotation::open)
            running.push(i);
    }
    endUntil(Annotation::open);
    return edges;
}

} // namespace tidemark
