// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/transformer_layer.h"

#include <torch/nn/modules/activation.h>

namespace tidemark {

TransformerLayerImpl::TransformerLayerImpl(
    Recorder& recorder, const std::string& path, std::int64_t width, std::int64_t heads)
    : m_attentionNorm(recorder, path + ".attention_norm", makeNorm("attention_norm", width))
    , m_attention(register_module("attention", Attention(recorder, path + ".attention", width, heads)))
    , m_feedForwardNorm(recorder, path + ".feed_forward_norm", makeNorm("feed_forward_norm", width))
    , m_feedForward(register_module("feed_forward", ScopedSequence(recorder, path + ".feed_forward")))
{
    m_feedForward->append(torch::nn::Linear(width, 4 * width));
    m_feedForward->append(torch::nn::GELU());
    m_feedForward->append(torch::nn::Linear(4 * width, width));
}

torch::nn::LayerNorm TransformerLayerImpl::makeNorm(const std::string& name, std::int64_t width)
{
    return register_module(name, torch::nn::LayerNorm(torch::nn::LayerNormOptions({width})));
}

torch::Tensor TransformerLayerImpl::forward(torch::Tensor input)
{
    const torch::Tensor attended = input + m_attention->forward(m_attentionNorm(input));
    return attended + m_feedForward->forward(m_feedForwardNorm(attended));
}

} // namespace tidemark
