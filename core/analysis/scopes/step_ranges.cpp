// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scopes/step_ranges.h"

#include "core/analysis/devices/step_scale.h"

#include <algorithm>
#include <optional>

namespace tidemark {

namespace {

// Whether the last thing that the program asked for in the trace could not be had: what it was in has failed.
std::optional<std::uint64_t> lastRefusal(const EventColumns& events)
{
    const auto& actions = events.action();
    for (std::size_t i = events.size(); i-- > 0;) {
        if (actions[i] == Action::Oom)
            return i;
        if (actions[i] == Action::Alloc)
            break;
    }
    return std::nullopt;
}

} // namespace

std::vector<StepRange> stepRanges(const Recording& recording, std::size_t device)
{
    const std::uint64_t events = recording.devices[device].events.size();
    std::vector<StepRange> steps;
    bool areNumbered = true;
    for (const Annotation& annotation : recording.annotations) {
        if (annotation.kind != AnnotationKind::Step || annotation.device != device)
            continue;
        StepRange step;
        step.begin = std::min(annotation.startEvent, events);
        step.end = std::min(annotation.endEvent, events);
        step.hasEnded = annotation.endUs != Annotation::open;
        if (step.end <= step.begin || (!steps.empty() && step.begin <= steps.back().begin))
            continue;
        const std::optional<std::int64_t> number = stepNumberIn(recording.strings[annotation.name]);
        areNumbered = areNumbered && number && (steps.empty() || *number > steps.back().number);
        step.number = number.value_or(0);
        if (!steps.empty())
            steps.back().end = std::min(steps.back().end, step.begin);
        steps.push_back(step);
    }
    if (!steps.empty() && steps.back().hasEnded)
        if (const auto refusal = lastRefusal(recording.devices[device].events))
            steps.back().hasEnded = *refusal < steps.back().begin || *refusal >= steps.back().end;
    for (std::size_t i = 0; i < steps.size() && !areNumbered; ++i)
        steps[i].number = static_cast<std::int64_t>(i + 1);
    return steps;
}

} // namespace tidemark
