// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/deit/deit_attention.h"
#include "core/torch/deit/deit_mlp.h"

#include <torch/nn/modules/normalization.h>

namespace tidemark {

torch::nn::LayerNorm deitNorm(std::int64_t width);

// One block: attention and a perceptron, each a branch behind a normalisation, which is added to what came.
class DeitBlockImpl : public torch::nn::Module {
public:
    // `dropPath`: the probability that an image skips a branch.
    DeitBlockImpl(Recorder& recorder, const std::string& path, const DeitSizes& sizes, const DeitRules& rules,
        double dropPath);
    torch::Tensor forward(const torch::Tensor& input);

private:
    Recorder& m_recorder;
    std::string m_path;
    double m_dropPath;
    ScopedModule<torch::nn::LayerNorm> m_norm1;
    DeitAttention m_attention;
    ScopedModule<torch::nn::LayerNorm> m_norm2;
    DeitMlp m_mlp;
};
TORCH_MODULE(DeitBlock);

} // namespace tidemark
