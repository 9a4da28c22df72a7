// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/activations/operator_kind.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace tidemark {

namespace {

constexpr std::array<std::string_view, operatorKindCount> kindNames = {
    "linear", "matmul", "gelu", "layernorm", "softmax", "relu", "conv", "other"};

constexpr std::array<std::pair<std::string_view, OperatorKind>, 22> operators = {{
    {"addmm", OperatorKind::Linear},
    {"linear", OperatorKind::Linear},
    {"_addmm_activation", OperatorKind::Linear},
    {"baddbmm", OperatorKind::MatMul},
    {"bmm", OperatorKind::MatMul},
    {"matmul", OperatorKind::MatMul},
    {"mm", OperatorKind::MatMul},
    {"gelu", OperatorKind::Gelu},
    {"gelu_", OperatorKind::Gelu},
    {"layer_norm", OperatorKind::LayerNorm},
    {"layernorm", OperatorKind::LayerNorm},
    {"native_layer_norm", OperatorKind::LayerNorm},
    {"_softmax", OperatorKind::Softmax},
    {"softmax", OperatorKind::Softmax},
    {"softmax_keeping_input", OperatorKind::Softmax},
    {"relu", OperatorKind::Relu},
    {"relu_", OperatorKind::Relu},
    {"_convolution", OperatorKind::Conv},
    {"conv", OperatorKind::Conv},
    {"conv1d", OperatorKind::Conv},
    {"conv2d", OperatorKind::Conv},
    {"convolution", OperatorKind::Conv},
}};

} // namespace

std::string_view nameOf(OperatorKind kind)
{
    return kindNames[placeOf(kind)];
}

std::optional<OperatorKind> parseOperatorKind(std::string_view name)
{
    if (name == "fc")
        return OperatorKind::Linear;
    const auto found = std::find(kindNames.begin(), kindNames.end(), name);
    if (found == kindNames.end())
        return std::nullopt;
    return static_cast<OperatorKind>(found - kindNames.begin());
}

std::string operatorKindNames()
{
    return fmt::format("{}", fmt::join(kindNames, ", "));
}

OperatorKind kindOfOperator(std::string_view name)
{
    constexpr std::string_view prefix = "aten::";
    if (name.starts_with(prefix))
        name.remove_prefix(prefix.size());
    const auto* const found = std::find_if(
        operators.begin(), operators.end(), [name](const auto& entry) { return entry.first == name; });
    return found == operators.end() ? OperatorKind::Other : found->second;
}

} // namespace tidemark
