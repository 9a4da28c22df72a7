// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <string_view>

namespace tidemark {

// What becomes of the tensors that operators keep for the backward pass.
enum class ActivationKind : std::uint8_t {
    None, // kept as they are
    Int8, // Mesa's way: known kinds of operators, a byte an element, running ranges of heads or channels
    Int8Hooks, // GACT's way: any operator, a byte an element, ranges of 256 elements
    Int4, // the same with half a byte
    Offload, // any operator, in host memory
};

std::string_view nameOf(ActivationKind kind); // "none", "int8", "int8-hooks", "int4", "offload"
Expected<ActivationKind> parseActivationKind(std::string_view name);

} // namespace tidemark
