// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/checkpoint/recomputation.h"

#include <memory>

namespace tidemark {

// _checkpoint_without_reentrant_generator of torch/utils/checkpoint.py: `segment` runs with its graph, but
// what its operators keep is dropped, and made again when the first of it is asked for.
torch::Tensor nonReentrantCheckpoint(
    const torch::Tensor& input, const ModelSegment& segment, std::unique_ptr<Recomputation> recomputation);

} // namespace tidemark
