// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/deit/deit_model.h"
#include "core/torch/optimizer_kind.h"
#include "core/torch/pattern_images.h"
#include "core/torch/training_workload.h"

#include <optional>

namespace tidemark {

// DeiT, trained as its authors do: soft labels from mixed images, AdamW, and automatic mixed precision by the
// rules of today or of 2021, when much more stayed in single precision.
class Deit final : public TrainingWorkload {
public:
    static std::span<const WorkloadOption> options();
    static Expected<void> objection(const OptionValues& options);
    Deit(const WorkloadPlace& place, const OptionValues& options);

private:
    std::vector<torch::Tensor> buildModel() override;
    std::vector<std::string> namesOfParameters() const override;
    std::vector<NamedTensor> otherTensors() const override;
    std::unique_ptr<torch::optim::Optimizer> makeOptimizer(std::vector<torch::Tensor> parameters) override;
    Batch nextBatch() override;
    torch::Tensor scores(const torch::Tensor& input) override;
    std::int64_t quantizationGroups() const override { return m_sizes.heads; }
    torch::Tensor loss(const torch::Tensor& scores, const torch::Tensor& target) override;

    OptimizerKind m_optimizerKind;
    double m_learningRate;
    std::int64_t m_batch;
    DeitSizes m_sizes;
    DeitRules m_rules;
    CheckpointKind m_checkpoint;
    DeitModel m_model = nullptr;
    std::optional<PatternImages> m_images; // from buildModel() on
};

} // namespace tidemark
