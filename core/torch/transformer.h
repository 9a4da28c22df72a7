// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/training_workload.h"
#include "core/torch/transformer_layer.h"

#include <random>
#include <torch/nn/modules/embedding.h>

namespace tidemark {

// A small language model that learns a rule by which each token follows from the one before. Every step has
// another sequence length, and so other sizes: what was cached seldom fits, and memory fragments.
class Transformer final : public TrainingWorkload {
public:
    static std::span<const WorkloadOption> options();
    Transformer(Recorder& recorder, const OptionValues& options, std::uint64_t seed);

private:
    std::vector<torch::Tensor> buildModel() override;
    std::unique_ptr<torch::optim::Optimizer> makeOptimizer(std::vector<torch::Tensor> parameters) override;
    Batch nextBatch() override;
    torch::Tensor loss(const Batch& batch) override;

    std::int64_t nextLength();

    std::int64_t m_batch;
    std::int64_t m_width;
    std::int64_t m_heads;
    std::int64_t m_layerCount;
    std::int64_t m_vocabulary;
    std::int64_t m_minLength;
    std::int64_t m_maxLength;
    std::mt19937_64 m_random; // draws the lengths
    torch::nn::Embedding m_tokens = nullptr;
    torch::nn::Embedding m_positions = nullptr;
    ScopedSequence m_layers = nullptr;
    torch::nn::LayerNorm m_norm = nullptr;
    torch::nn::Linear m_head = nullptr;
};

} // namespace tidemark
