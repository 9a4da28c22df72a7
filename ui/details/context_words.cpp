// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/context_words.h"

#include "core/analysis/context_name.h"
#include "ui/details/figures.h"

#include <QStringList>

namespace tidemark::ui {

namespace {

// The file and the folder it lies in: enough to know it by.
std::string_view shortPath(std::string_view path)
{
    const auto last = path.find_last_of('/');
    if (last == std::string_view::npos || last == 0)
        return path;
    const auto before = path.find_last_of('/', last - 1);
    return before == std::string_view::npos ? path : path.substr(before + 1);
}

QString placeText(std::string_view path, std::uint32_t line)
{
    if (path.empty() || path == "??")
        return {};
    return line == 0 ? textOf(path) : textOf(path) + QLatin1Char(':') + QString::number(line);
}

FrameText frameText(const Recording& recording, const Frame& frame)
{
    const std::string_view function = recording.strings[frame.function];
    const std::string_view file = recording.strings[frame.file];
    const bool isSource = frame.kind == FrameKind::Source;
    return {textOf(function), placeText(shortPath(file), frame.line), placeText(file, frame.line), frame.kind,
        isSource && isFrameworkCode(function, file)};
}

} // namespace

std::vector<FrameText> framesOf(const Recording& recording, StackIndex stack)
{
    std::vector<FrameText> frames;
    while (!stack.isNone()) {
        const Stack& entry = recording.stacks[stack];
        frames.push_back(frameText(recording, recording.frames[entry.frame]));
        stack = entry.caller;
    }
    return frames;
}

ContextWords wordsOf(const Recording& recording, ContextIndex context)
{
    const ContextName name = nameOf(recording, context);
    if (name.frame.isNone())
        return {textOf(name.what), textOf(name.detail)};
    return {textOf(name.what), frameText(recording, recording.frames[name.frame]).place};
}

QString stackAsText(const std::vector<FrameText>& frames)
{
    QStringList lines;
    for (const FrameText& frame : frames)
        lines << (frame.fullPlace.isEmpty() ? frame.function
                                            : frame.function + QStringLiteral("  ") + frame.fullPlace);
    return lines.join(QLatin1Char('\n'));
}

} // namespace tidemark::ui
