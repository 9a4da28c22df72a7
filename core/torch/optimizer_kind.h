// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/workload_options.h"

#include <memory>
#include <torch/optim/optimizer.h>
#include <torch/types.h>
#include <vector>

namespace tidemark {

// What follows the gradients, in the order of the option's words. Beside a parameter it keeps nothing (Sgd),
// one tensor of the parameter's size (SgdMomentum) or two (Adam, AdamW), made in the first step.
enum class OptimizerKind : std::uint8_t {
    Sgd,
    SgdMomentum,
    Adam,
    AdamW,
};

// The option "optimizer", for a workload whose own choice is `byDefault`.
WorkloadOption optimizerOption(OptimizerKind byDefault);
OptimizerKind optimizerKind(const OptionValues& options);

struct LearningRates {
    double sgd = 0.01;
    double adam = 1e-3;
    double weightDecay = 0;
};

std::unique_ptr<torch::optim::Optimizer> makeOptimizer(
    OptimizerKind kind, const LearningRates& rates, std::vector<torch::Tensor> parameters);

} // namespace tidemark
