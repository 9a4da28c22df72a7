// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/deit/deit_attention.h"

#include "core/torch/deit/softmax_keeping_input.h"

#include <c10/util/Exception.h>
#include <cmath>
#include <torch/version.h>

namespace tidemark {

namespace {

// From 2.0 on; 1.13 has the beginnings of it under a private name, without the kernels.
#if TORCH_VERSION_MAJOR >= 2
constexpr bool fusedIsThere = true;

torch::Tensor fused(const torch::Tensor& query, const torch::Tensor& key, const torch::Tensor& value)
{
    return at::scaled_dot_product_attention(query, key, value);
}
#else
constexpr bool fusedIsThere = false;

torch::Tensor fused(const torch::Tensor&, const torch::Tensor&, const torch::Tensor&)
{
    TORCH_CHECK(false, "Fused attention needs LibTorch 2.0 or newer.");
}
#endif

} // namespace

bool hasFusedAttention()
{
    return fusedIsThere;
}

DeitAttentionImpl::DeitAttentionImpl(
    Recorder& recorder, const std::string& path, const DeitSizes& sizes, const DeitRules& rules)
    : m_recorder(recorder)
    , m_path(path)
    , m_heads(sizes.heads)
    , m_rules(rules)
    , m_qkv(recorder, path + ".qkv", register_module("qkv", DeitLinear(sizes.width, 3 * sizes.width)))
    , m_proj(recorder, path + ".proj", register_module("proj", DeitLinear(sizes.width, sizes.width)))
{ }

// Single precision for softmax is what autocast demands on CUDA, without being told; on the CPU it would not.
// Here both follow CUDA's rules.
torch::Tensor DeitAttentionImpl::plain(
    const torch::Tensor& query, const torch::Tensor& key, const torch::Tensor& value) const
{
    const double scale = 1.0 / std::sqrt(static_cast<double>(query.size(-1)));
    torch::Tensor map = (query * scale).matmul(key.transpose(-2, -1));
    map = m_rules.hasDoubleMaps ? SoftmaxKeepingInput::of(map) : map.softmax(-1, torch::kFloat);
    return map.matmul(value);
}

torch::Tensor DeitAttentionImpl::forward(const torch::Tensor& input)
{
    const ModuleScope scope(m_recorder, m_path);
    const std::vector<torch::Tensor> parts =
        m_qkv(input)
            .reshape({input.size(0), input.size(1), 3, m_heads, input.size(2) / m_heads})
            .permute({2, 0, 3, 1, 4})
            .unbind(0);
    const torch::Tensor mixed =
        m_rules.isFused ? fused(parts[0], parts[1], parts[2]) : plain(parts[0], parts[1], parts[2]);
    return m_proj(mixed.transpose(1, 2).reshape(input.sizes()));
}

} // namespace tidemark
