// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/deit/softmax_keeping_input.h"

#include <ATen/SequenceNumber.h>
#include <ATen/ops/_softmax_backward_data.h>
#include <ATen/ops/softmax.h>
#include <ATen/record_function.h>
#include <vector>

namespace tidemark {

torch::Tensor SoftmaxKeepingInput::of(const torch::Tensor& input)
{
    RECORD_FUNCTION("softmax_keeping_input", std::vector<c10::IValue>(), at::sequence_number::peek());
    return apply(input);
}

torch::Tensor SoftmaxKeepingInput::forward(
    torch::autograd::AutogradContext* context, const torch::Tensor& input)
{
    torch::Tensor output = at::softmax(input, -1, at::kFloat);
    context->save_for_backward({input, output});
    return output;
}

torch::autograd::tensor_list SoftmaxKeepingInput::backward(
    torch::autograd::AutogradContext* context, torch::autograd::tensor_list gradients)
{
    const torch::autograd::variable_list saved = context->get_saved_variables();
    const c10::ScalarType type = saved[0].scalar_type();
    const torch::Tensor& gradient = gradients.front();
    if (gradient.is_cuda()) // its kernel changes the type on the way
        return {at::_softmax_backward_data(gradient, saved[1], -1, type)};
    return {at::_softmax_backward_data(gradient, saved[1], -1, gradient.scalar_type()).to(type)};
}

} // namespace tidemark
