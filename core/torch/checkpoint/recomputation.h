// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/autocast.h"
#include "core/torch/checkpoint/checkpoint.h"
#include "core/torch/checkpoint/random_state.h"
#include "core/torch/saved/saved_tensor_policy.h"

namespace tidemark {

// All that a segment needs to run again as it ran the first time.
class Recomputation {
public:
    // Remembers how things stand before the segment runs.
    Recomputation(
        const WorkloadPlace& place, const std::string& name, ModelSegment segment, c10::Device device);

    // On whatever thread, with a graph.
    torch::Tensor run(const torch::Tensor& input) const;
    // For what is kept meanwhile; null: it is kept as it is.
    SavedTensorPolicy* keeping() const { return m_keeping; }

private:
    const WorkloadPlace& m_place;
    const std::string& m_name;
    ModelSegment m_segment;
    c10::Device m_device;
    AutocastState m_autocast;
    RandomState m_random;
    SavedTensorPolicy* m_keeping;
};

} // namespace tidemark
