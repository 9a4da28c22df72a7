// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/optimizer_kind.h"

#include <array>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/sgd.h>
#include <utility>

namespace tidemark {

namespace {

constexpr std::string_view optimizerName = "optimizer";
constexpr std::array<std::string_view, 4> optimizerWords = {"sgd", "sgd_momentum", "adam", "adamw"};
constexpr double usualMomentum = 0.9;

} // namespace

WorkloadOption optimizerOption(OptimizerKind byDefault)
{
    return {optimizerName, OptionKind::Word, static_cast<double>(byDefault), 0, 0, {},
        "what follows the gradients: beside each parameter it keeps nothing, one tensor (momentum) or two",
        optimizerWords};
}

OptimizerKind optimizerKind(const OptionValues& options)
{
    return static_cast<OptimizerKind>(options.integer(optimizerName));
}

std::unique_ptr<torch::optim::Optimizer> makeOptimizer(
    OptimizerKind kind, const LearningRates& rates, std::vector<torch::Tensor> parameters)
{
    using namespace torch::optim;
    if (kind == OptimizerKind::Adam)
        return std::make_unique<Adam>(
            std::move(parameters), AdamOptions(rates.adam).weight_decay(rates.weightDecay));
    if (kind == OptimizerKind::AdamW)
        return std::make_unique<AdamW>(
            std::move(parameters), AdamWOptions(rates.adam).weight_decay(rates.weightDecay));
    const double momentum = kind == OptimizerKind::SgdMomentum ? usualMomentum : 0;
    return std::make_unique<SGD>(
        std::move(parameters), SGDOptions(rates.sgd).momentum(momentum).weight_decay(rates.weightDecay));
}

} // namespace tidemark
