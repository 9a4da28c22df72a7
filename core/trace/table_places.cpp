// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/table_places.h"

#include <algorithm>

namespace tidemark {

Frame TablePlaces::moved(Frame frame) const
{
    frame.function = at(m_strings, frame.function);
    frame.file = at(m_strings, frame.file);
    frame.extra = at(m_strings, frame.extra);
    return frame;
}

Context TablePlaces::moved(Context context) const
{
    context.stack = at(m_stacks, context.stack);
    context.forwardStack = at(m_stacks, context.forwardStack);
    for (StringIndex* text :
        {&context.thread, &context.compileContext, &context.userMetadata, &context.category, &context.extra})
        *text = at(m_strings, *text);
    return context;
}

void TablePlaces::follow(const Recording& part, RecordingBuilder& target)
{
    const auto index = [](std::size_t i) { return static_cast<std::uint32_t>(i); };
    for (std::size_t i = m_strings.size(); i < part.strings.size(); ++i)
        m_strings.push_back(target.string(part.strings[StringIndex{index(i)}]));
    for (std::size_t i = m_frames.size(); i < part.frames.size(); ++i)
        m_frames.push_back(target.frame(moved(part.frames[FrameIndex{index(i)}])));
    // Callers come before the stacks that name them.
    for (std::size_t i = m_stacks.size(); i < part.stacks.size(); ++i) {
        const Stack stack = part.stacks[StackIndex{index(i)}];
        m_stacks.push_back(
            i == 0 ? StackIndex{} : target.stack(at(m_frames, stack.frame), at(m_stacks, stack.caller)));
    }
    for (std::size_t i = m_contexts.size(); i < part.contexts.size(); ++i) {
        m_contexts.push_back(target.context(moved(part.contexts[ContextIndex{index(i)}])));
        m_keepsContexts = m_keepsContexts && m_contexts.back().value == i;
    }
}

void TablePlaces::append(const EventColumns& events, std::size_t begin, EventColumns& target) const
{
    std::vector<ContextIndex> contexts;
    for (; begin < events.size(); begin += contexts.size()) {
        EventSpans run = events.run(begin, events.size());
        contexts.resize(run.context.size());
        std::transform(run.context.begin(), run.context.end(), contexts.begin(),
            [this](ContextIndex context) { return (*this)[context]; });
        run.context = contexts;
        target.append(run);
    }
}

void TablePlaces::append(
    const Column<TensorLabel>& labels, std::size_t begin, Column<TensorLabel>& target) const
{
    for (; begin < labels.size(); ++begin) {
        TensorLabel label = labels[begin];
        label.name = (*this)[label.name];
        label.shape = (*this)[label.shape];
        label.operation = (*this)[label.operation];
        target.push_back(label);
    }
}

void TablePlaces::move(std::optional<SegmentList>& list) const
{
    if (!list)
        return;
    for (SegmentInfo& segment : list->segments)
        segment.context = (*this)[segment.context];
    for (BlockInfo& block : list->blocks)
        block.context = (*this)[block.context];
}

} // namespace tidemark
