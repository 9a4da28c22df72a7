// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/attribution.h"

#include <string_view>
#include <vector>

namespace tidemark {

// "features", "features.0": the modules around a path, outermost first, and the path itself at the end. Of
// very many only the outermost.
std::vector<std::string_view> modulePrefixes(std::string_view path);

// The path of the module whose tensor a label names: "features.0" of the parameter "features.0.weight", of
// its gradient, and of its optimizer state, which has the optimizer's and the state's name before it. Empty
// where the label names none.
std::string_view moduleOf(const Recording& recording, const TensorLabel& label);

// The innermost scope in which something happened; empty outside.
std::string_view scopeOf(const Recording& recording, ContextIndex context);

// The module that owns the memory, else the one in which it was allocated; empty where neither is told.
std::string_view moduleOf(
    const Recording& recording, const Attribution& attribution, const Allocation& allocation);

// The operator that the program asked for: the outermost one inside the innermost scope. PyTorch's C++ frames
// tell it, too ("at::_ops::linear::call" is "linear"). Empty where none is told.
std::string_view operatorOf(const Recording& recording, ContextIndex context);

} // namespace tidemark
