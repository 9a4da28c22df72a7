// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/transformer_model.h"

namespace tidemark {

TransformerModelImpl::TransformerModelImpl(Recorder& recorder, const TransformerSizes& sizes)
    : m_vocabulary(sizes.vocabulary)
    , m_tokens(
          recorder, "tokens", register_module("tokens", torch::nn::Embedding(sizes.vocabulary, sizes.width)))
    , m_positions(recorder, "positions",
          register_module("positions", torch::nn::Embedding(sizes.maxLength, sizes.width)))
    , m_layers(register_module("layers", ScopedSequence(recorder, "layers")))
    , m_norm(recorder, "norm",
          register_module("norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({sizes.width}))))
    , m_head(recorder, "head", register_module("head", torch::nn::Linear(sizes.width, sizes.vocabulary)))
{
    for (std::int64_t layer = 0; layer < sizes.layers; ++layer)
        m_layers->append(
            TransformerLayer(recorder, "layers." + std::to_string(layer), sizes.width, sizes.heads));
}

torch::Tensor TransformerModelImpl::forward(const torch::Tensor& tokens)
{
    const torch::Tensor embedded = m_tokens(tokens)
        + m_positions(
            torch::arange(tokens.size(1), torch::TensorOptions(torch::kLong).device(tokens.device())));
    return m_head(m_norm(m_layers->forward(embedded))).view({-1, m_vocabulary});
}

} // namespace tidemark
