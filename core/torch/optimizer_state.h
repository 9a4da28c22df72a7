// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/optim/optimizer.h>
#include <torch/types.h>
#include <vector>

namespace tidemark {

// Every tensor that an optimizer keeps beside the parameters: empty before its first step.
std::vector<torch::Tensor> stateTensors(torch::optim::Optimizer& optimizer);

} // namespace tidemark
