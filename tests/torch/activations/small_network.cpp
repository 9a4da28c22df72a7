// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/torch/activations/small_network.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <torch/utils.h>
#include <utility>

namespace tidemark::tests {

SmallNetwork::SmallNetwork(std::uint64_t seed)
{
    torch::manual_seed(seed);
    m_convolution = parameter({width, 3, 2, 2});
    m_normWeight = parameter({width});
    m_normBias = parameter({width});
    m_qkv = parameter({3 * width, width});
    m_qkvBias = parameter({3 * width});
    m_proj = parameter({width, width});
    m_projBias = parameter({width});
    m_fc1 = parameter({4 * width, width});
    m_fc1Bias = parameter({4 * width});
    m_fc2 = parameter({width, 4 * width});
    m_fc2Bias = parameter({width});
}

torch::Tensor SmallNetwork::parameter(std::vector<std::int64_t> sizes)
{
    const double spread = sizes.size() == 1 ? 0.5 : 0.2;
    m_parameters.push_back((torch::randn(sizes) * spread).set_requires_grad(true));
    return m_parameters.back();
}

torch::Tensor SmallNetwork::attention(const torch::Tensor& tokens) const
{
    const std::vector<torch::Tensor> parts =
        torch::linear(tokens, m_qkv, m_qkvBias)
            .reshape({tokens.size(0), tokens.size(1), 3, heads, width / heads})
            .permute({2, 0, 3, 1, 4})
            .unbind(0);
    const torch::Tensor map =
        (parts[0] / std::sqrt(double(width) / heads)).matmul(parts[1].transpose(-2, -1)).softmax(-1);
    return torch::linear(map.matmul(parts[2]).transpose(1, 2).reshape(tokens.sizes()), m_proj, m_projBias);
}

torch::Tensor SmallNetwork::loss(const torch::Tensor& images) const
{
    torch::Tensor tokens = torch::conv2d(images, m_convolution, {}, 2).relu().flatten(2).transpose(1, 2);
    const auto normalised = [this](const torch::Tensor& input) {
        return torch::layer_norm(input, {width}, m_normWeight, m_normBias);
    };
    tokens = tokens + attention(normalised(tokens));
    tokens = tokens
        + torch::linear(torch::gelu(torch::linear(normalised(tokens), m_fc1, m_fc1Bias)), m_fc2, m_fc2Bias);
    return normalised(tokens).select(1, 0).log_softmax(-1).select(1, 3).mean().neg();
}

torch::Tensor SmallNetwork::gradients() const
{
    std::vector<torch::Tensor> flat;
    for (const torch::Tensor& parameter : m_parameters)
        flat.push_back(parameter.grad().reshape({-1}));
    return torch::cat(flat);
}

void SmallNetwork::clearGradients()
{
    for (torch::Tensor& parameter : m_parameters)
        parameter.mutable_grad().reset();
}

void KeptTensors::kept(const torch::Tensor& tensor, MemoryCategory category, std::string_view operation)
{
    all.push_back({category, std::string(operation), tensor.sizes().vec(), tensor.scalar_type(),
        static_cast<std::int64_t>(tensor.nbytes()), tensor.storage().getWeakStorageImpl()});
}

void KeptTensors::keptForPacking(const torch::Tensor& tensor, std::string_view)
{
    bytesForPacking += static_cast<std::int64_t>(tensor.nbytes());
}

std::int64_t KeptTensors::bytes(MemoryCategory category, std::string_view operation) const
{
    std::int64_t sum = 0;
    for (const Kept& each : all) {
        if (each.category == category && (operation.empty() || operation == each.operation))
            sum += each.bytes;
    }
    return sum;
}

std::size_t KeptTensors::count(MemoryCategory category, std::string_view operation) const
{
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const Kept& each) {
        return each.category == category && (operation.empty() || operation == each.operation);
    }));
}

std::size_t KeptTensors::alive(MemoryCategory category) const
{
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(),
        [&](const Kept& each) { return each.category == category && !each.storage.expired(); }));
}

Pass passThrough(SmallNetwork& network, const torch::Tensor& images, ActivationPacker* packer)
{
    network.clearGradients();
    Pass pass;
    {
        std::optional<ActivationPacker::ForwardPass> keeping;
        if (packer != nullptr)
            keeping.emplace(*packer);
        pass.loss = network.loss(images);
    }
    pass.loss.backward();
    pass.loss = pass.loss.detach();
    pass.gradients = network.gradients();
    return pass;
}

double cosine(const torch::Tensor& left, const torch::Tensor& right)
{
    return (left.dot(right) / (left.norm() * right.norm())).item<double>();
}

} // namespace tidemark::tests
