// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/activations/parameter_origin.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/functions/accumulate_grad.h>
#include <torch/csrc/autograd/variable.h>

namespace tidemark {

namespace {

// Nodes of autograd for views of the same elements and for casts, without the number at their ends.
constexpr std::array<std::string_view, 14> passedOn = {"AliasBackward", "AsStridedBackward", "DetachBackward",
    "ExpandBackward", "PermuteBackward", "ReshapeAliasBackward", "SelectBackward", "SliceBackward",
    "SqueezeBackward", "TBackward", "ToCopyBackward", "TransposeBackward", "UnsqueezeBackward",
    "ViewBackward"};

bool isPassedOn(const torch::autograd::Node& node)
{
    const std::string name = node.name();
    const std::string_view stem(name.data(), std::min(name.size(), name.find_last_not_of("0123456789") + 1));
    return std::find(passedOn.begin(), passedOn.end(), stem) != passedOn.end();
}

} // namespace

bool comesFromParameter(const torch::Tensor& tensor)
{
    if (tensor.is_leaf())
        return true;
    std::shared_ptr<torch::autograd::Node> node = tensor.grad_fn();
    while (node != nullptr) {
        if (dynamic_cast<const torch::autograd::AccumulateGrad*>(node.get()) != nullptr)
            return true;
        if (node->num_outputs() != 1 || !isPassedOn(*node))
            return false;
        node = node->next_edge(0).function;
    }
    return false;
}

bool isStatisticOfNormalisation(const torch::Tensor& tensor)
{
    const std::shared_ptr<torch::autograd::Node> node = tensor.grad_fn();
    return node != nullptr && tensor.output_nr() > 0 && node->name().find("Norm") != std::string::npos;
}

} // namespace tidemark
