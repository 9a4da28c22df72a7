// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

// Kinds of operators as far as it matters what they keep for the backward pass: Mesa's modules, and the rest.
enum class OperatorKind : std::uint8_t { Linear, MatMul, Gelu, LayerNorm, Softmax, Relu, Conv, Other };
inline constexpr std::size_t operatorKindCount = 8;

constexpr std::size_t placeOf(OperatorKind kind)
{
    return static_cast<std::size_t>(kind);
}

// "linear", "matmul", "gelu", "layernorm", "softmax", "relu", "conv", "other".
std::string_view nameOf(OperatorKind kind);
// Mesa's "fc" is linear.
std::optional<OperatorKind> parseOperatorKind(std::string_view name);
std::string operatorKindNames(); // all of them, for a sentence

// Of what at::RecordFunction calls "aten::gelu"; a scope of a program's own may be called as a kind is.
OperatorKind kindOfOperator(std::string_view name);

} // namespace tidemark
