// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/checkpoint/checkpoint.h"
#include "core/torch/deit/deit_block.h"

#include <torch/nn/modules/conv.h>

namespace tidemark {

// A vision transformer, with the parameters of timm's deit_*_patch16_224 in their order and under their
// names.
class DeitModelImpl : public torch::nn::Module {
public:
    // `place` must outlive the model. Blocks are checkpointed one by one.
    DeitModelImpl(const WorkloadPlace& place, const DeitSizes& sizes, const DeitRules& rules,
        CheckpointKind checkpoint = CheckpointKind::None);

    // Batch × 3 × image × image; a score for each class, from the class token.
    torch::Tensor forward(const torch::Tensor& images);

private:
    struct NamedBlock {
        std::string path;
        DeitBlock block;
    };

    void appendBlocks(const DeitSizes& sizes, const DeitRules& rules);
    void initialise(); // as timm does
    torch::Tensor embed(const torch::Tensor& images);

    const WorkloadPlace& m_place;
    CheckpointKind m_checkpoint;
    std::string m_embeddingPath = "patch_embed";
    torch::Tensor m_classToken;
    torch::Tensor m_positions;
    ScopedModule<torch::nn::Conv2d> m_projection;
    std::vector<NamedBlock> m_blocks;
    ScopedModule<torch::nn::LayerNorm> m_norm;
    ScopedModule<DeitLinear> m_head;
};
TORCH_MODULE(DeitModel);

} // namespace tidemark
