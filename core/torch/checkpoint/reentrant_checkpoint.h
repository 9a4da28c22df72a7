// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/checkpoint/recomputation.h"

#include <memory>

namespace tidemark {

// CheckpointFunction of torch/utils/checkpoint.py: `segment` runs without a graph, and again, as a whole and
// with a backward pass of its own, when the backward pass arrives. `recomputation` is of the same segment.
torch::Tensor reentrantCheckpoint(
    const torch::Tensor& input, const ModelSegment& segment, std::unique_ptr<Recomputation> recomputation);

} // namespace tidemark
