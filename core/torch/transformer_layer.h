// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/attention.h"

#include <torch/nn/modules/normalization.h>

namespace tidemark {

// One block of a transformer: attention and a feed-forward net, each behind a normalisation.
class TransformerLayerImpl : public torch::nn::Module {
public:
    TransformerLayerImpl(Recorder& recorder, const std::string& path, std::int64_t width, std::int64_t heads);
    torch::Tensor forward(torch::Tensor input);

private:
    torch::nn::LayerNorm makeNorm(const std::string& name, std::int64_t width);

    ScopedModule<torch::nn::LayerNorm> m_attentionNorm;
    Attention m_attention;
    ScopedModule<torch::nn::LayerNorm> m_feedForwardNorm;
    ScopedSequence m_feedForward;
};
TORCH_MODULE(TransformerLayer);

} // namespace tidemark
