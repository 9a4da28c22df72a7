// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/scoped_module.h"

#include <torch/nn/modules/linear.h>

namespace tidemark {

// Causal self-attention, written out: the scores, which grow with the square of the sequence's length, are
// tensors of their own. LibTorch's fused kernels would hide them.
class AttentionImpl : public torch::nn::Module {
public:
    AttentionImpl(Recorder& recorder, const std::string& path, std::int64_t width, std::int64_t heads);

    // Batch × length × width.
    torch::Tensor forward(const torch::Tensor& input);

private:
    using Linear = ScopedModule<torch::nn::Linear>;

    Linear makeLinear(const std::string& name, std::int64_t width);
    torch::Tensor splitHeads(const torch::Tensor& input) const;

    Recorder& m_recorder;
    std::string m_path;
    std::int64_t m_heads;
    Linear m_query;
    Linear m_key;
    Linear m_value;
    Linear m_output;
};
TORCH_MODULE(Attention);

} // namespace tidemark
