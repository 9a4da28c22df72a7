// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/autograd.h>

namespace tidemark {

// Softmax over the last dimension, in single precision, as PyTorch's autograd had it in 2021: what it was
// given is kept beside what it gave, though all that the backward pass asks it for is its type. The gradient
// is the same as without.
class SoftmaxKeepingInput : public torch::autograd::Function<SoftmaxKeepingInput> {
public:
    // An observed operator, so that its node in the backward pass is known to belong to the module it ran in.
    static torch::Tensor of(const torch::Tensor& input);

    static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& input);
    static torch::autograd::tensor_list backward(
        torch::autograd::AutogradContext* context, torch::autograd::tensor_list gradients);
};

} // namespace tidemark
