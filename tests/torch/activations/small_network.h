// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/activations/activation_packer.h"

#include <map>
#include <string>
#include <torch/types.h>
#include <vector>

namespace tidemark::tests {

// Attention, a perceptron, and convolutions before them, out of plain operators: every kind that a policy
// names.
class SmallNetwork {
public:
    static constexpr std::int64_t heads = 4;
    static constexpr std::int64_t width = 32;

    explicit SmallNetwork(std::uint64_t seed);

    // batch × 3 × 8 × 8; one number comes out.
    torch::Tensor loss(const torch::Tensor& images) const;
    // Of all parameters, as one vector.
    torch::Tensor gradients() const;
    void clearGradients();

private:
    torch::Tensor parameter(std::vector<std::int64_t> sizes);
    torch::Tensor attention(const torch::Tensor& tokens) const;

    std::vector<torch::Tensor> m_parameters;
    torch::Tensor m_convolution, m_normWeight, m_normBias, m_qkv, m_qkvBias, m_proj, m_projBias, m_fc1,
        m_fc1Bias, m_fc2, m_fc2Bias;
};

// Remembers what it is told, and how much of it is alive.
class KeptTensors final : public KeptTensorListener {
public:
    struct Kept {
        MemoryCategory category;
        std::string operation;
        std::vector<std::int64_t> sizes;
        torch::ScalarType type;
        std::int64_t bytes;
        c10::weak_intrusive_ptr<c10::StorageImpl> storage;
    };

    void kept(const torch::Tensor& tensor, MemoryCategory category, std::string_view operation) override;
    void keptForPacking(const torch::Tensor& tensor, std::string_view operation) override;

    std::int64_t bytes(MemoryCategory category, std::string_view operation = {}) const; // empty: of any
    std::size_t count(MemoryCategory category, std::string_view operation = {}) const;
    std::size_t alive(MemoryCategory category) const;

    std::vector<Kept> all;
    std::int64_t bytesForPacking = 0;
};

// One step, with what was kept packed by `plan`.
struct Pass {
    torch::Tensor loss;
    torch::Tensor gradients;
};
Pass passThrough(SmallNetwork& network, const torch::Tensor& images, ActivationPacker* packer);

double cosine(const torch::Tensor& left, const torch::Tensor& right);

} // namespace tidemark::tests
