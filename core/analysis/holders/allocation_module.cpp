// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/allocation_module.h"

namespace tidemark {

namespace {

// "_ops::linear::call(at::Tensor const&)" behind "at::": how torchgen names the entry of every operator.
std::string_view generatedOperator(std::string_view function)
{
    constexpr std::string_view prefix = "at::_ops::";
    const std::size_t at = function.find(prefix);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = function.substr(at + prefix.size());
    return rest.substr(0, rest.find("::"));
}

std::string_view withoutFirstPart(std::string_view path)
{
    const std::size_t dot = path.find('.');
    return dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
}

} // namespace

std::vector<std::string_view> modulePrefixes(std::string_view path)
{
    constexpr std::size_t deepest = 200; // a name from a stranger's file may have more dots than it has sense
    std::vector<std::string_view> prefixes;
    for (std::size_t dot = path.find('.'); dot != std::string_view::npos && prefixes.size() < deepest;
         dot = path.find('.', dot + 1))
        prefixes.push_back(path.substr(0, dot));
    if (!path.empty())
        prefixes.push_back(path);
    return prefixes;
}

std::string_view moduleOf(const Recording& recording, const TensorLabel& label)
{
    std::string_view path = recording.strings[label.name];
    switch (label.category) {
    case MemoryCategory::Parameter:
    case MemoryCategory::Buffer:
        break;
    case MemoryCategory::Gradient:
        if (path.ends_with(".grad"))
            path.remove_suffix(5);
        break;
    case MemoryCategory::OptimizerState:
        path = withoutFirstPart(withoutFirstPart(path));
        break;
    default:
        return {};
    }
    path = path.substr(0, path.find('+')); // several names of one parameter: the first module has it
    const std::size_t dot = path.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
}

std::string_view scopeOf(const Recording& recording, ContextIndex context)
{
    for (StackIndex stack = recording.contexts[context].stack; !stack.isNone();
         stack = recording.stacks[stack].caller) {
        const Frame& frame = recording.frames[recording.stacks[stack].frame];
        if (frame.kind == FrameKind::Scope)
            return recording.strings[frame.function];
    }
    return {};
}

std::string_view moduleOf(
    const Recording& recording, const Attribution& attribution, const Allocation& allocation)
{
    for (const TensorLabel& label : attribution.labelsOf(allocation))
        if (const std::string_view owner = moduleOf(recording, label); !owner.empty())
            return owner;
    return scopeOf(recording, allocation.context);
}

std::string_view operatorOf(const Recording& recording, ContextIndex context)
{
    std::string_view found;
    for (StackIndex stack = recording.contexts[context].stack; !stack.isNone();
         stack = recording.stacks[stack].caller) {
        const Frame& frame = recording.frames[recording.stacks[stack].frame];
        const std::string_view function = recording.strings[frame.function];
        if (frame.kind == FrameKind::Scope)
            break;
        if (frame.kind == FrameKind::Operation)
            found = function;
        else if (const std::string_view generated = generatedOperator(function); !generated.empty())
            found = generated;
    }
    return found;
}

} // namespace tidemark
