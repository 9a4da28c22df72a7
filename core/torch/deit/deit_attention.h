// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/deit/deit_linear.h"
#include "core/torch/deit/deit_sizes.h"
#include "core/torch/scoped_module.h"

namespace tidemark {

// Whether this LibTorch has attention as one operator.
bool hasFusedAttention();

// Self-attention as timm's Attention writes it: one layer makes queries, keys and values, and the map of
// scores, tokens × tokens for each head, is a tensor of its own unless the rules fuse it all.
class DeitAttentionImpl : public torch::nn::Module {
public:
    DeitAttentionImpl(
        Recorder& recorder, const std::string& path, const DeitSizes& sizes, const DeitRules& rules);

    // Batch × tokens × width.
    torch::Tensor forward(const torch::Tensor& input);

private:
    torch::Tensor plain(
        const torch::Tensor& query, const torch::Tensor& key, const torch::Tensor& value) const;

    Recorder& m_recorder;
    std::string m_path;
    std::int64_t m_heads;
    DeitRules m_rules;
    ScopedModule<DeitLinear> m_qkv;
    ScopedModule<DeitLinear> m_proj;
};
TORCH_MODULE(DeitAttention);

} // namespace tidemark
