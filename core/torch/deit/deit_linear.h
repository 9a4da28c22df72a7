// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/nn/modules/linear.h>

namespace tidemark {

// torch::nn::Linear as Python has it, by one operator. LibTorch's C++ module writes it out as a product and a
// sum when there are more than two dimensions, and then autocast makes its copies elsewhere.
class DeitLinearImpl : public torch::nn::LinearImpl {
public:
    using LinearImpl::LinearImpl;

    torch::Tensor forward(const torch::Tensor& input) { return torch::linear(input, weight, bias); }
};
TORCH_MODULE(DeitLinear);

} // namespace tidemark
