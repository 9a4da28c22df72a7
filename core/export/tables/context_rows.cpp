// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/context_name.h"
#include "core/export/tables/table_rows.h"

#include <array>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::array contextColumns = {ColumnShape{"id"}, ColumnShape{"place", ColumnKind::Text},
    ColumnShape{"detail", ColumnKind::Text}, ColumnShape{"thread", ColumnKind::Text},
    ColumnShape{"frames", ColumnKind::Text}, ColumnShape{"forward_frames", ColumnKind::Text}};
constexpr TableShape contextTable = {"contexts", contextColumns, "id", {}};

// Every frame on a line of its own, innermost first: "forward (model.py:31)".
std::string framesText(const Recording& recording, StackIndex stack)
{
    std::string text;
    for (; !stack.isNone(); stack = recording.stacks[stack].caller) {
        const Frame& frame = recording.frames[recording.stacks[stack].frame];
        text.append(text.empty() ? "" : "\n").append(recording.strings[frame.function]);
        if (const std::string_view file = recording.strings[frame.file]; !file.empty())
            text += fmt::format(" ({}:{})", file, frame.line);
    }
    return text;
}

} // namespace

void contextRows(const AnalyzedRecording& analyzed, RowStream& rows)
{
    if (!rows.begin(contextTable))
        return;
    const Recording& recording = analyzed.recording;
    for (std::uint32_t i = 1; i < recording.contexts.size(); ++i) {
        const Context& context = recording.contexts[ContextIndex{i}];
        const ContextName name = nameOf(recording, ContextIndex{i});
        const std::string frames = framesText(recording, context.stack);
        const std::string forward = framesText(recording, context.forwardStack);
        const bool isTaken = rows.put({std::uint64_t(i), textCell(name.what), textCell(name.detail),
            textCell(recording.strings[context.thread]), textCell(frames), textCell(forward)});
        if (!isTaken)
            return;
    }
}

} // namespace tidemark
