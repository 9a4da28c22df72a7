// SPDX-License-Identifier: GPL-3.0-or-later
#include "made_recording.h"

#include "core/base/bytes.h"
#include "core/trace/recording_builder.h"

#include <string_view>

namespace tidemark::tests {

namespace {

struct FrameWords {
    std::string_view function;
    std::string_view file;
    std::uint32_t line = 0;
    FrameKind kind = FrameKind::Source;
};

ContextIndex contextOf(RecordingBuilder& builder, const std::vector<FrameWords>& innermostFirst)
{
    StackIndex stack;
    for (auto words = innermostFirst.rbegin(); words != innermostFirst.rend(); ++words) {
        const Frame frame{
            builder.string(words->function), builder.string(words->file), words->line, words->kind};
        stack = builder.stack(builder.frame(frame), stack);
    }
    Context context;
    context.stack = stack;
    return builder.context(context);
}

void annotate(RecordingBuilder& builder, AnnotationKind kind, std::string_view name, std::uint64_t startEvent,
    std::uint64_t endEvent)
{
    Annotation annotation;
    annotation.startUs = 1'000'000 + static_cast<std::int64_t>(startEvent) * 1500;
    annotation.endUs = 1'000'000 + static_cast<std::int64_t>(endEvent) * 1500;
    annotation.startEvent = startEvent;
    annotation.endEvent = endEvent;
    annotation.name = builder.string(name);
    annotation.kind = kind;
    builder.recording().annotations.push_back(annotation);
}

} // namespace

Recording madeRecording()
{
    RecordingBuilder builder;
    Device& device = builder.recording().devices.emplace_back();
    device.history = History::Whole;
    device.capacity = 8 * gibibyte;
    const ContextIndex scoped = contextOf(builder,
        {{"aten::empty", "", 0, FrameKind::Operation}, {"aten::linear", "", 0, FrameKind::Operation},
            {"layers.0", "", 0, FrameKind::Scope}, {"aten::outside", "", 0, FrameKind::Operation},
            {"model", "", 0, FrameKind::Scope}});
    const ContextIndex sourced = contextOf(builder,
        {{"at::detail::empty_generic", "??", 0},
            {"_init_group", "/usr/lib/python3/site-packages/torch/optim/adamw.py", 110},
            {"train", "/home/user/project/train.py", 131}, {"<module>", "/home/user/project/train.py", 200}});
    std::int64_t time = 1'000'000;
    const auto add = [&](Action action, std::uint64_t address, std::uint64_t size,
                         ContextIndex context = {}) {
        device.events.append({time, address, size, context, 0, 0, action});
        time += 1500;
    };
    add(Action::SegmentAlloc, firstSegment, 20 * mebibyte);
    add(Action::Alloc, firstSegment, 4'000'000, scoped);
    add(Action::SegmentAlloc, secondSegment, 20 * mebibyte);
    add(Action::Alloc, secondSegment, 5'000'000, sourced);
    add(Action::FreeRequested, firstSegment, 4'000'000);
    add(Action::Alloc, secondSegment + 5'000'192, 2'000'000);
    add(Action::FreeCompleted, firstSegment, 4'000'000);
    add(Action::FreeRequested, secondSegment, 5'000'000);
    add(Action::FreeCompleted, secondSegment, 5'000'000);
    add(Action::Oom, 512 * mebibyte, gibibyte);
    annotate(builder, AnnotationKind::Step, "0", 1, 6);
    annotate(builder, AnnotationKind::Phase, "forward", 1, 3);
    annotate(builder, AnnotationKind::Phase, "backward", 3, 6);
    annotate(builder, AnnotationKind::Range, "tidy up", 7, 9);
    return builder.snapshot();
}

} // namespace tidemark::tests
