// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/pickle_writer/stack_pickler.h"

#include "core/files/formatted_frame.h"

namespace tidemark {

namespace {
constexpr std::string_view noFile = "??"; // as PyTorch writes a frame whose file nobody knows
} // namespace

StackPickler::StackPickler(const Recording& recording, PickleOutput& out, ExtraKeys& extras)
    : m_recording(recording)
    , m_out(out)
    , m_extras(extras)
    , m_frames(recording.frames.size(), notWritten)
    , m_stacks(recording.stacks.size(), notWritten)
{ }

void StackPickler::frames(StackIndex stack)
{
    if (m_stacks[stack.value] != notWritten)
        return m_out.recall(m_stacks[stack.value]);
    m_out.emptyList();
    m_stacks[stack.value] = m_out.memoize();
    PickleOutput::Items items(m_out);
    for (; !stack.isNone(); stack = m_recording.stacks[stack].caller) {
        items.item();
        frame(m_recording.stacks[stack].frame);
    }
}

void StackPickler::frame(FrameIndex index)
{
    if (m_frames[index.value] != notWritten)
        return m_out.recall(m_frames[index.value]);
    const Frame& frame = m_recording.frames[index];
    const bool isSource = frame.kind == FrameKind::Source || !frame.file.isNone();
    m_out.emptyDict();
    m_frames[index.value] = m_out.memoize();
    m_out.beginItems();
    m_out.text("name");
    m_out.text(m_recording.strings[frame.function]);
    m_out.text("filename");
    m_out.text(isSource ? m_recording.strings[frame.file] : noFile);
    m_out.text("line");
    m_out.natural(frame.line);
    ExtraKeys::putOthers(m_out, m_extras.of(frame.extra), {formattedKey});
    m_out.endDict();
}

void StackPickler::lines(StackIndex stack)
{
    const auto [found, isNew] = m_lines.try_emplace(stack.value, notWritten);
    if (!isNew)
        return m_out.recall(found->second);
    m_out.emptyList();
    found->second = m_out.memoize();
    std::vector<FrameIndex> outermostLast;
    for (; !stack.isNone(); stack = m_recording.stacks[stack].caller)
        outermostLast.push_back(m_recording.stacks[stack].frame);
    PickleOutput::Items items(m_out);
    for (auto place = outermostLast.rbegin(); place != outermostLast.rend(); ++place) {
        const Frame& frame = m_recording.frames[*place];
        const ExtraKeys::Json* line = ExtraKeys::find(m_extras.of(frame.extra), formattedKey);
        items.item();
        m_out.json(line != nullptr ? *line : ExtraKeys::Json(formattedLine(frame, m_recording.strings)));
    }
}

} // namespace tidemark
