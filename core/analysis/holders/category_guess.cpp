// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/category_guess.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tidemark {

namespace {

// The names of torch.profiler's categories (torch/profiler/_memory_profiler.py), as exported traces carry
// them. "unknown" says nothing.
constexpr std::array<std::pair<std::string_view, MemoryCategory>, 7> profilerCategories = {{
    {"input", MemoryCategory::Input},
    {"temporary", MemoryCategory::Temporary},
    {"activation", MemoryCategory::Activation},
    {"gradient", MemoryCategory::Gradient},
    {"autograd_detail", MemoryCategory::Temporary},
    {"parameter", MemoryCategory::Parameter},
    {"optimizer_state", MemoryCategory::OptimizerState},
}};

// Operators that call cuBLAS or cuBLASLt, directly or where cuDNN has no kernel.
constexpr std::array<std::string_view, 17> libraryOperators = {"aten::addmm", "aten::_addmm_activation",
    "aten::mm", "aten::bmm", "aten::baddbmm", "aten::addbmm", "aten::addmv", "aten::mv", "aten::dot",
    "aten::matmul", "aten::linear", "aten::_scaled_mm", "aten::convolution", "aten::_convolution",
    "aten::cudnn_convolution", "aten::convolution_backward", "aten::_scaled_dot_product_attention_math"};

constexpr std::array<std::string_view, 4> workspaceFunctions = {
    "getNewWorkspace", "getCUDABlasLtWorkspace", "getNewCUDABlasLtWorkspace", "getCurrentCUDABlasHandle"};

bool isSameName(std::string_view a, std::string_view lower)
{
    return a.size() == lower.size() && std::equal(a.begin(), a.end(), lower.begin(), [](char x, char y) {
        return (x >= 'A' && x <= 'Z' ? static_cast<char>(x - 'A' + 'a') : x) == y;
    });
}

bool isLibraryOperator(std::string_view name)
{
    return std::find(libraryOperators.begin(), libraryOperators.end(), name) != libraryOperators.end();
}

bool isWorkspaceFunction(std::string_view name)
{
    return std::any_of(workspaceFunctions.begin(), workspaceFunctions.end(),
        [name](std::string_view function) { return name.find(function) != std::string_view::npos; });
}

} // namespace

CategoryGuess::CategoryGuess(const Recording& recording, std::size_t device)
    : m_recording(recording)
    , m_device(recording.devices[device])
{
    for (const Annotation& annotation : recording.annotations) {
        if (annotation.kind == AnnotationKind::Step && annotation.device == device)
            m_steps.push_back({annotation.startEvent, annotation.endEvent});
    }
    std::stable_sort(
        m_steps.begin(), m_steps.end(), [](const Step& a, const Step& b) { return a.begin < b.begin; });
    for (std::size_t i = 1; i < m_steps.size(); ++i)
        m_steps[i - 1].end = std::min(m_steps[i - 1].end, m_steps[i].begin);
}

MemoryCategory CategoryGuess::of(const Allocation& allocation) const
{
    if (const auto category = said(allocation.context))
        return *category;
    if (isTemporary(allocation))
        return MemoryCategory::Temporary;
    return isWorkspace(allocation.context) ? MemoryCategory::Workspace : MemoryCategory::Unexplained;
}

std::optional<MemoryCategory> CategoryGuess::said(ContextIndex context) const
{
    const StringIndex name = m_recording.contexts[context].category;
    if (name.isNone())
        return std::nullopt;
    for (const auto& [known, category] : profilerCategories) {
        if (isSameName(m_recording.strings[name], known))
            return category;
    }
    return std::nullopt;
}

bool CategoryGuess::isTemporary(const Allocation& allocation) const
{
    if (allocation.event == Allocation::beforeRecording)
        return false;
    const auto next = std::upper_bound(m_steps.begin(), m_steps.end(), allocation.event,
        [](std::uint64_t event, const Step& step) { return event < step.begin; });
    if (next != m_steps.begin() && allocation.event < std::prev(next)->end) {
        const std::uint64_t end = std::prev(next)->end;
        return end == UINT64_MAX || allocation.freeEvent < end;
    }
    return allocation.freeEvent < (next == m_steps.end() ? Allocation::never : next->begin);
}

bool CategoryGuess::isWorkspace(ContextIndex context) const
{
    bool isInnermost = true;
    const bool isGpuWithLabels = !m_device.tensors.empty() && m_device.name != "cpu" && m_device.ordinal >= 0;
    for (StackIndex stack = m_recording.contexts[context].stack; !stack.isNone();
         stack = m_recording.stacks[stack].caller) {
        const Frame& frame = m_recording.frames[m_recording.stacks[stack].frame];
        const std::string_view name = m_recording.strings[frame.function];
        if (frame.kind == FrameKind::Source && isWorkspaceFunction(name))
            return true;
        if (frame.kind == FrameKind::Operation && std::exchange(isInnermost, false))
            return isGpuWithLabels && isLibraryOperator(name);
    }
    return false;
}

} // namespace tidemark
