// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/workload.h"

#include <functional>
#include <string>
#include <torch/types.h>

namespace tidemark {

// The two kinds of torch.utils.checkpoint.checkpoint().
enum class CheckpointKind : std::uint8_t {
    None,
    Reentrant, // use_reentrant=True: no graph in the forward pass; all of it runs again in the backward pass
    NonReentrant, // use_reentrant=False: runs again when a kept tensor is first asked for, and as far as
                  // needed
};

// A piece of a model.
using ModelSegment = std::function<torch::Tensor(const torch::Tensor&)>;

// Runs `segment` on `input` so that what its operators keep for the backward pass is made again there
// instead: autocast and the random numbers are then as they are now. The recorder is told of the range
// "recompute NAME". `place` and `name` must live until the backward pass. The reentrant kind gives no
// gradients at all when `input` requires none: it warns, as PyTorch does.
torch::Tensor checkpoint(CheckpointKind kind, const WorkloadPlace& place, const std::string& name,
    const ModelSegment& segment, const torch::Tensor& input);

} // namespace tidemark
