// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/torch/plain_deit.h"

#include <cmath>
#include <torch/utils.h>
#include <vector>

namespace tidemark::tests {

PlainDeit::PlainDeit(const DeitSizes& sizes, const torch::OrderedDict<std::string, torch::Tensor>& parameters)
    : m_sizes(sizes)
{
    for (const auto& parameter : parameters)
        m_parameters[parameter.key()] = parameter.value().detach().to(torch::kDouble).set_requires_grad(true);
}

torch::Tensor PlainDeit::linear(const torch::Tensor& input, const std::string& name) const
{
    return torch::einsum("ni,oi->no", {input, at(name + ".weight")}) + at(name + ".bias");
}

torch::Tensor PlainDeit::norm(const torch::Tensor& input, const std::string& name) const
{
    const torch::Tensor centred = input - input.mean(1, true);
    const torch::Tensor deviation = (centred.square().mean(1, true) + 1e-6).sqrt();
    return centred / deviation * at(name + ".weight") + at(name + ".bias");
}

torch::Tensor PlainDeit::attention(const torch::Tensor& tokens, const std::string& name) const
{
    const std::int64_t width = m_sizes.width;
    const std::int64_t share = width / m_sizes.heads;
    const torch::Tensor all = linear(tokens, name + ".qkv");
    std::vector<torch::Tensor> heads;
    for (std::int64_t head = 0; head < m_sizes.heads; ++head) {
        const auto part = [&](std::int64_t which) {
            const std::int64_t begin = which * width + head * share;
            return all.slice(1, begin, begin + share);
        };
        const torch::Tensor weights = (part(0).mm(part(1).t()) / std::sqrt(static_cast<double>(share))).exp();
        heads.push_back((weights / weights.sum(1, true)).mm(part(2)));
    }
    return linear(torch::cat(heads, 1), name + ".proj");
}

// Of one image, 3 × side × side.
torch::Tensor PlainDeit::scores(const torch::Tensor& image) const
{
    constexpr std::int64_t patch = DeitSizes::patch;
    std::vector<torch::Tensor> rows = {at("cls_token")[0]};
    for (std::int64_t y = 0; y < m_sizes.image; y += patch) {
        for (std::int64_t x = 0; x < m_sizes.image; x += patch) {
            const torch::Tensor square = image.slice(1, y, y + patch).slice(2, x, x + patch);
            const torch::Tensor weighed = (at("patch_embed.proj.weight") * square).sum({1, 2, 3});
            rows.push_back((weighed + at("patch_embed.proj.bias")).unsqueeze(0));
        }
    }
    torch::Tensor tokens = torch::cat(rows, 0) + at("pos_embed")[0];
    for (std::int64_t number = 0; number < m_sizes.depth; ++number) {
        const std::string block = "blocks." + std::to_string(number);
        tokens = tokens + attention(norm(tokens, block + ".norm1"), block + ".attn");
        const torch::Tensor hidden = linear(norm(tokens, block + ".norm2"), block + ".mlp.fc1");
        const torch::Tensor active = 0.5 * hidden * (1 + (hidden / std::sqrt(2.0)).erf());
        tokens = tokens + linear(active, block + ".mlp.fc2");
    }
    return linear(norm(tokens, "norm").slice(0, 0, 1), "head")[0];
}

torch::Tensor PlainDeit::loss(const torch::Tensor& images, const torch::Tensor& shares) const
{
    torch::Tensor sum = torch::zeros({}, torch::kDouble);
    for (std::int64_t i = 0; i < images.size(0); ++i) {
        const torch::Tensor given = scores(images[i]);
        sum = sum + (shares[i] * (given.exp().sum().log() - given)).sum();
    }
    return sum / static_cast<double>(images.size(0));
}

} // namespace tidemark::tests
