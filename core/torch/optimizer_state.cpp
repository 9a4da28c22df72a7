// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/optimizer_state.h"

#include <sstream>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/sgd.h>
#include <type_traits>
#include <utility>

namespace tidemark {

namespace {

template <class AdamState>
std::vector<StateTensor> adamTensors(const std::string& optimizer, AdamState& state)
{
    return {{optimizer + ".exp_avg", state.exp_avg()}, {optimizer + ".exp_avg_sq", state.exp_avg_sq()},
        {optimizer + ".max_exp_avg_sq", state.max_exp_avg_sq()}};
}

std::vector<StateTensor> allTensorsOf(torch::optim::OptimizerParamState& state)
{
    if (auto* sgd = dynamic_cast<torch::optim::SGDParamState*>(&state))
        return {{"SGD.momentum_buffer", sgd->momentum_buffer()}};
    if (auto* adamW = dynamic_cast<torch::optim::AdamWParamState*>(&state))
        return adamTensors("AdamW", *adamW);
    if (auto* adam = dynamic_cast<torch::optim::AdamParamState*>(&state))
        return adamTensors("Adam", *adam);
    return {};
}

// Without what this optimizer has no use for, such as the maximum of AMSGrad.
std::vector<StateTensor> tensorsOfState(torch::optim::OptimizerParamState& state)
{
    std::vector<StateTensor> tensors = allTensorsOf(state);
    std::erase_if(tensors, [](const StateTensor& each) { return !each.tensor.defined(); });
    return tensors;
}

// States are found by the parameter's address, which LibTorch 1.13 writes as text (c10::guts::to_string).
template <class Key>
Key stateKey(const torch::Tensor& parameter)
{
    if constexpr (std::is_same_v<Key, std::string>) {
        std::ostringstream text;
        text << parameter.unsafeGetTensorImpl();
        return text.str();
    } else {
        return parameter.unsafeGetTensorImpl();
    }
}

template <class States>
torch::optim::OptimizerParamState* findState(States& states, const torch::Tensor& parameter)
{
    const auto found = states.find(stateKey<typename States::key_type>(parameter));
    return found == states.end() ? nullptr : found->second.get();
}

} // namespace

std::vector<torch::Tensor> stateTensors(torch::optim::Optimizer& optimizer)
{
    std::vector<torch::Tensor> tensors;
    for (const auto& entry : optimizer.state()) {
        for (StateTensor& each : tensorsOfState(*entry.second))
            tensors.push_back(std::move(each.tensor));
    }
    return tensors;
}

std::vector<StateTensor> stateOf(torch::optim::Optimizer& optimizer, const torch::Tensor& parameter)
{
    torch::optim::OptimizerParamState* const state = findState(optimizer.state(), parameter);
    return state == nullptr ? std::vector<StateTensor>() : tensorsOfState(*state);
}

} // namespace tidemark
