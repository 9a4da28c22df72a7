// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/recorder.h"
#include "core/record/workload_options.h"
#include "core/torch/workload.h"

#include <memory>
#include <torch/optim/optimizer.h>
#include <torch/types.h>
#include <vector>

namespace tidemark {

// A training loop: a batch, forward, backward, optimizer. What is trained, and on what, is its heirs'.
class TrainingWorkload : public Workload {
public:
    TrainingWorkload(const WorkloadPlace& place, const OptionValues& options);

    void setUp() final;
    double step(std::int64_t number) final;

    // The option that every training has: whether gradients are freed or filled with zeros between steps.
    static WorkloadOption setToNoneOption();

protected:
    struct Batch {
        torch::Tensor input;
        torch::Tensor target;
    };

    // The model's parameters; the model is built here, on the CPU.
    virtual std::vector<torch::Tensor> buildModel() = 0;
    virtual std::unique_ptr<torch::optim::Optimizer> makeOptimizer(std::vector<torch::Tensor> parameters) = 0;
    virtual Batch nextBatch() = 0; // on the CPU
    // The forward pass: a row of scores, one for each class, for every entry of the batch's target.
    virtual torch::Tensor scores(const torch::Tensor& input) = 0;

    const WorkloadPlace& place() const { return m_place; }
    Recorder& recorder() { return m_place.recorder; }

private:
    Batch takeBatch(); // on the workload's device
    torch::Tensor forward(const Batch& batch); // the loss
    void averageGradients(); // with those of other copies, where there are any
    void zeroGradients();
    void moveModel();

    WorkloadPlace m_place;
    bool m_setToNone;
    std::vector<torch::Tensor> m_parameters;
    std::unique_ptr<torch::optim::Optimizer> m_optimizer;
};

} // namespace tidemark
