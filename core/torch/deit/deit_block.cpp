// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/deit/deit_block.h"

#include "core/torch/deit/drop_path.h"

namespace tidemark {

torch::nn::LayerNorm deitNorm(std::int64_t width)
{
    return torch::nn::LayerNorm(torch::nn::LayerNormOptions({width}).eps(DeitSizes::normEpsilon));
}

DeitBlockImpl::DeitBlockImpl(Recorder& recorder, const std::string& path, const DeitSizes& sizes,
    const DeitRules& rules, double dropPath)
    : m_recorder(recorder)
    , m_path(path)
    , m_dropPath(dropPath)
    , m_norm1(recorder, path + ".norm1", register_module("norm1", deitNorm(sizes.width)))
    , m_attention(register_module("attn", DeitAttention(recorder, path + ".attn", sizes, rules)))
    , m_norm2(recorder, path + ".norm2", register_module("norm2", deitNorm(sizes.width)))
    , m_mlp(register_module("mlp", DeitMlp(recorder, path + ".mlp", sizes, rules)))
{ }

torch::Tensor DeitBlockImpl::forward(const torch::Tensor& input)
{
    const ModuleScope scope(m_recorder, m_path);
    const torch::Tensor attended = input + dropPath(m_attention->forward(m_norm1(input)), m_dropPath);
    return attended + dropPath(m_mlp->forward(m_norm2(attended)), m_dropPath);
}

} // namespace tidemark
