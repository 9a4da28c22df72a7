// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <torch/optim/optimizer.h>
#include <torch/types.h>
#include <vector>

namespace tidemark {

// Every tensor that an optimizer keeps beside the parameters: empty before its first step.
std::vector<torch::Tensor> stateTensors(torch::optim::Optimizer& optimizer);

struct StateTensor {
    std::string name; // LibTorch's: "AdamW.exp_avg"
    torch::Tensor tensor;
};
// Those of one parameter; empty before its first step.
std::vector<StateTensor> stateOf(torch::optim::Optimizer& optimizer, const torch::Tensor& parameter);

} // namespace tidemark
