// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/optimizer_state.h"

#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/sgd.h>
#include <utility>

namespace tidemark {

namespace {

template <class AdamState>
std::vector<torch::Tensor> adamTensors(AdamState& state)
{
    return {state.exp_avg(), state.exp_avg_sq(), state.max_exp_avg_sq()};
}

std::vector<torch::Tensor> tensorsOfState(torch::optim::OptimizerParamState& state)
{
    if (auto* sgd = dynamic_cast<torch::optim::SGDParamState*>(&state))
        return {sgd->momentum_buffer()};
    if (auto* adamW = dynamic_cast<torch::optim::AdamWParamState*>(&state))
        return adamTensors(*adamW);
    if (auto* adam = dynamic_cast<torch::optim::AdamParamState*>(&state))
        return adamTensors(*adam);
    return {};
}

} // namespace

std::vector<torch::Tensor> stateTensors(torch::optim::Optimizer& optimizer)
{
    std::vector<torch::Tensor> tensors;
    for (const auto& entry : optimizer.state()) {
        for (torch::Tensor& tensor : tensorsOfState(*entry.second)) {
            if (tensor.defined())
                tensors.push_back(std::move(tensor));
        }
    }
    return tensors;
}

} // namespace tidemark
