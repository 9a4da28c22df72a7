// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/attention.h"

#include <cmath>
#include <limits>

namespace tidemark {

AttentionImpl::AttentionImpl(
    Recorder& recorder, const std::string& path, std::int64_t width, std::int64_t heads)
    : m_recorder(recorder)
    , m_path(path)
    , m_heads(heads)
    , m_query(makeLinear("query", width))
    , m_key(makeLinear("key", width))
    , m_value(makeLinear("value", width))
    , m_output(makeLinear("output", width))
{ }

AttentionImpl::Linear AttentionImpl::makeLinear(const std::string& name, std::int64_t width)
{
    return {m_recorder, m_path + '.' + name, register_module(name, torch::nn::Linear(width, width))};
}

// Batch × length × width becomes batch × head × length × width a head.
torch::Tensor AttentionImpl::splitHeads(const torch::Tensor& input) const
{
    return input.view({input.size(0), input.size(1), m_heads, input.size(2) / m_heads}).transpose(1, 2);
}

torch::Tensor AttentionImpl::forward(const torch::Tensor& input)
{
    const ModuleScope scope(m_recorder, m_path);
    const std::int64_t length = input.size(1);
    const torch::Tensor query = splitHeads(m_query(input));
    const torch::Tensor key = splitHeads(m_key(input));
    const torch::Tensor value = splitHeads(m_value(input));

    const double scale = 1.0 / std::sqrt(static_cast<double>(query.size(-1)));
    const torch::Tensor future = torch::ones({length, length}, input.options().dtype(torch::kBool)).triu(1);
    const torch::Tensor scores = (query.matmul(key.transpose(-2, -1)) * scale)
                                     .masked_fill(future, -std::numeric_limits<double>::infinity());
    const torch::Tensor mixed = scores.softmax(-1).matmul(value);
    return m_output(mixed.transpose(1, 2).reshape(input.sizes()));
}

} // namespace tidemark
