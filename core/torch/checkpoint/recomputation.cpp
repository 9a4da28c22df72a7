// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/checkpoint/recomputation.h"

#include "core/torch/annotation_scope.h"

#include <utility>

namespace tidemark {

Recomputation::Recomputation(
    const WorkloadPlace& place, const std::string& name, ModelSegment segment, c10::Device device)
    : m_place(place)
    , m_name(name)
    , m_segment(std::move(segment))
    , m_device(device)
    , m_autocast(AutocastState::current(device.type()))
    , m_random(RandomState::now(device))
    , m_keeping(
          SavedTensorScope::current() == nullptr ? nullptr : SavedTensorScope::current()->whenRunAgain())
{ }

torch::Tensor Recomputation::run(const torch::Tensor& input) const
{
    const std::string range = "recompute " + m_name;
    const AnnotationScope annotation(m_place.deviceRecorder(), AnnotationKind::Range, range);
    const ContextScope scope(m_place.recorder, FrameKind::Scope, range);
    const torch::AutoGradMode withGraph(true);
    const AutocastScope autocast(m_autocast);
    const RandomStateScope random(m_random, m_device);
    return m_segment(input);
}

} // namespace tidemark
