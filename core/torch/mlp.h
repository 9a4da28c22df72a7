// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/optimizer_kind.h"
#include "core/torch/scoped_module.h"
#include "core/torch/training_workload.h"

namespace tidemark {

// A multilayer perceptron that learns which class of a random linear map is largest. Every step asks for the
// same sizes: after the first one the allocator has all it needs.
class Mlp final : public TrainingWorkload {
public:
    static std::span<const WorkloadOption> options();
    Mlp(const WorkloadPlace& place, const OptionValues& options);

private:
    std::vector<torch::Tensor> buildModel() override;
    std::vector<std::string> namesOfParameters() const override;
    std::vector<NamedTensor> otherTensors() const override;
    std::unique_ptr<torch::optim::Optimizer> makeOptimizer(std::vector<torch::Tensor> parameters) override;
    Batch nextBatch() override;
    torch::Tensor scores(const torch::Tensor& input) override;

    OptimizerKind m_optimizerKind;
    std::int64_t m_batch;
    std::int64_t m_inputs;
    std::int64_t m_hidden;
    std::int64_t m_layers;
    std::int64_t m_classes;
    ScopedSequence m_model = nullptr;
    torch::Tensor m_teacher; // the map to be learnt
};

} // namespace tidemark
