// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/checkpoint/checkpoint.h"

#include "core/torch/checkpoint/nonreentrant_checkpoint.h"
#include "core/torch/checkpoint/reentrant_checkpoint.h"

#include <c10/util/Exception.h>

namespace tidemark {

torch::Tensor checkpoint(CheckpointKind kind, const WorkloadPlace& place, const std::string& name,
    const ModelSegment& segment, const torch::Tensor& input)
{
    if (kind == CheckpointKind::None)
        return segment(input);
    auto recomputation = std::make_unique<Recomputation>(place, name, segment, input.device());
    if (kind == CheckpointKind::NonReentrant)
        return nonReentrantCheckpoint(input, segment, std::move(recomputation));
    if (!input.requires_grad()) {
        TORCH_WARN_ONCE(
            "The input of a reentrant checkpoint requires no gradient: its segment will get none.");
    }
    return reentrantCheckpoint(input, segment, std::move(recomputation));
}

} // namespace tidemark
