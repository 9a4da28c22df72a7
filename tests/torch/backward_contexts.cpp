// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/torch/backward_contexts.h"

#include <algorithm>

namespace tidemark::tests {

namespace {

void add(BackwardContexts& sum, const Recording& recording, const Context& context)
{
    bool hasScope = false;
    std::string_view outermost;
    for (StackIndex at = context.stack; !at.isNone(); at = recording.stacks[at].caller) {
        const Frame& frame = recording.frames[recording.stacks[at].frame];
        if (frame.kind == FrameKind::Operation)
            outermost = recording.strings[frame.function];
        hasScope = hasScope || frame.kind == FrameKind::Scope;
    }
    ++sum.allocations;
    sum.withOperator += outermost.empty() ? 0 : 1;
    sum.withScope += hasScope ? 1 : 0;
    if (!hasScope)
        ++sum.outside[std::string(outermost)];
    sum.threads.emplace(recording.strings[context.thread]);
}

} // namespace

BackwardContexts backwardContexts(const Recording& recording)
{
    BackwardContexts sum;
    for (const Annotation& phase : recording.annotations) {
        if (phase.kind != AnnotationKind::Phase || recording.strings[phase.name] != "backward")
            continue;
        const EventColumns& events = recording.devices[phase.device].events;
        const std::uint64_t end = std::min<std::uint64_t>(phase.endEvent, events.size());
        for (std::uint64_t event = phase.startEvent; event < end; ++event) {
            if (events.action()[event] == Action::Alloc)
                add(sum, recording, recording.contexts[events[event].context]);
        }
    }
    return sum;
}

} // namespace tidemark::tests
