// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scopes/phase_name.h"

#include <algorithm>

namespace tidemark {

namespace {

bool isAround(const Annotation& annotation, std::size_t device, std::uint64_t event)
{
    return annotation.device == device && annotation.startEvent <= event && event < annotation.endEvent;
}

std::string stepName(std::string_view name)
{
    const bool isNumber = !name.empty() && std::all_of(name.begin(), name.end(), [](char character) {
        return character >= '0' && character <= '9';
    });
    return (isNumber ? "step " : "") + std::string(name);
}

} // namespace

std::string phaseName(const Recording& recording, std::size_t device, std::uint64_t event)
{
    // Spans nest and are kept by their start: the last one that holds the event is the innermost.
    std::string_view step;
    std::string_view phase;
    std::string_view range;
    for (std::size_t i = recording.annotations.size(); i > 0; --i) {
        const Annotation& annotation = recording.annotations[i - 1];
        if (!isAround(annotation, device, event))
            continue;
        std::string_view& target = annotation.kind == AnnotationKind::Step ? step
            : annotation.kind == AnnotationKind::Phase                     ? phase
                                                                           : range;
        if (target.empty())
            target = recording.strings[annotation.name];
        if (!step.empty() && !phase.empty())
            break;
    }
    if (step.empty() && phase.empty())
        return std::string(range);
    if (step.empty() || phase.empty())
        return step.empty() ? std::string(phase) : stepName(step);
    return stepName(step) + " · " + std::string(phase);
}

} // namespace tidemark
