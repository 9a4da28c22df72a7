// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/optimizer_kind.h"
#include "core/torch/training_workload.h"
#include "core/torch/transformer_model.h"

#include <random>

namespace tidemark {

// A small language model that learns a rule by which each token follows from the one before. Every step has
// another sequence length, and so other sizes: what was cached seldom fits, and memory fragments.
class Transformer final : public TrainingWorkload {
public:
    static std::span<const WorkloadOption> options();
    static Expected<void> objection(const OptionValues& options);
    Transformer(const WorkloadPlace& place, const OptionValues& options);

private:
    std::vector<torch::Tensor> buildModel() override;
    std::vector<std::string> namesOfParameters() const override;
    std::unique_ptr<torch::optim::Optimizer> makeOptimizer(std::vector<torch::Tensor> parameters) override;
    Batch nextBatch() override;
    torch::Tensor scores(const torch::Tensor& input) override;
    std::int64_t quantizationGroups() const override { return m_sizes.heads; }

    std::int64_t nextLength();

    OptimizerKind m_optimizerKind;
    std::int64_t m_batch;
    std::int64_t m_minLength;
    TransformerSizes m_sizes;
    std::mt19937_64 m_random; // draws the lengths
    TransformerModel m_model = nullptr;
};

} // namespace tidemark
