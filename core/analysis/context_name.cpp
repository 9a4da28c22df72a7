// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/context_name.h"

#include <algorithm>
#include <array>

namespace tidemark {

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

bool isOwn(const Recording& recording, const Frame& frame)
{
    return frame.kind == FrameKind::Source
        && !isFrameworkCode(recording.strings[frame.function], recording.strings[frame.file]);
}

} // namespace

bool isFrameworkCode(std::string_view function, std::string_view file)
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

ContextName nameOf(const Recording& recording, ContextIndex context)
{
    // Operations call operations: the outermost one inside the scope is the one the program asked for.
    std::string_view operation;
    FrameIndex own;
    const StackIndex innermost = recording.contexts[context].stack;
    for (StackIndex stack = innermost; !stack.isNone(); stack = recording.stacks[stack].caller) {
        const Frame& frame = recording.frames[recording.stacks[stack].frame];
        if (frame.kind == FrameKind::Scope)
            return {recording.strings[frame.function], operation, {}};
        if (frame.kind == FrameKind::Operation)
            operation = recording.strings[frame.function];
        else if (own.isNone() && isOwn(recording, frame))
            own = recording.stacks[stack].frame;
    }
    const std::string_view function = recording.strings[recording.frames[own].function];
    if (!operation.empty())
        return {operation, function, {}};
    if (innermost.isNone())
        return {};
    const FrameIndex shown = own.isNone() ? recording.stacks[innermost].frame : own;
    return {recording.strings[recording.frames[shown].function], {}, shown};
}

} // namespace tidemark
