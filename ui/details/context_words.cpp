// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/context_words.h"

#include "ui/details/figures.h"

#include <QStringList>
#include <algorithm>
#include <array>

namespace tidemark::ui {

namespace {

// Parts of paths that belong to the framework, to Python or to installed packages.
constexpr std::array<std::string_view, 10> foreignPaths = {"/torch/", "torch/csrc/", "aten/src/", "c10/",
    "site-packages/", "dist-packages/", "<frozen ", "/lib/python", "??", "/usr/include/"};
constexpr std::array<std::string_view, 12> foreignFunctions = {"at::", "c10::", "c10d::", "torch::", "std::",
    "caffe2::", "pybind11::", "THP", "Py", "_Py", "__libc", "_start"};

// "at::native::mm" of "at::Tensor at::native::mm<float>(at::Tensor const&)": without result and arguments.
std::string_view qualifiedName(std::string_view function)
{
    const std::string_view head = function.substr(0, function.find('('));
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i < head.size(); ++i) {
        depth += head[i] == '<' ? 1 : head[i] == '>' ? -1 : 0;
        if (head[i] == ' ' && depth == 0)
            begin = i + 1;
    }
    return head.substr(begin);
}

bool isForeign(std::string_view function, std::string_view file)
{
    const auto inPath = [file](std::string_view part) { return file.find(part) != std::string_view::npos; };
    if (std::any_of(foreignPaths.begin(), foreignPaths.end(), inPath) || file.starts_with("torch/"))
        return true;
    if (file.ends_with(".py"))
        return false;
    const std::string_view name = qualifiedName(function);
    const auto starts = [name](std::string_view prefix) { return name.starts_with(prefix); };
    return std::any_of(foreignFunctions.begin(), foreignFunctions.end(), starts)
        || (file.empty() && function.empty());
}

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
        isSource && isForeign(function, file)};
}

ContextWords wordsOfSource(const std::vector<FrameText>& frames)
{
    const auto own =
        std::find_if(frames.begin(), frames.end(), [](const FrameText& frame) { return !frame.isFramework; });
    if (own == frames.end())
        return frames.empty() ? ContextWords{} : ContextWords{frames.front().function, frames.front().place};
    return {own->function, own->place};
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
    const auto frames = framesOf(recording, recording.contexts[context].stack);
    // Operations call operations: the outermost one inside the scope is the one the program asked for.
    QString operation;
    for (const FrameText& frame : frames) {
        if (frame.kind == FrameKind::Operation)
            operation = frame.function;
        if (frame.kind == FrameKind::Scope)
            return {frame.function, operation};
    }
    if (operation.isEmpty())
        return wordsOfSource(frames);
    const auto own = std::find_if(frames.begin(), frames.end(),
        [](const FrameText& frame) { return frame.kind == FrameKind::Source && !frame.isFramework; });
    return {operation, own == frames.end() ? QString() : own->function};
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
