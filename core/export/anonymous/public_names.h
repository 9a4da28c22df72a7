// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace tidemark {

// What tells nothing of the one who ran a program, for it is PyTorch's, Python's or the allocator's own.

// A word that PyTorch or Tidemark gives to parts of any training: "weight", "exp_avg", "backward", "Adam".
bool isPublicWord(std::string_view word);
// "aten::linear", "AddmmBackward0", "autograd::engine::evaluate_function: MulBackward0".
bool isPublicOperator(std::string_view name);
// "at::native::empty_like(at::Tensor const&)", "<module>", "__init__".
bool isPublicFunction(std::string_view function);
// Numbers, sizes, versions, "true", "cuda:0": what settings are.
bool isPublicValue(std::string_view value);

// Where in a path the part begins that everybody's installation has: "site-packages/torch/nn/linear.py" of
// "/home/me/venv/lib/python3.11/site-packages/torch/nn/linear.py". npos: nowhere.
std::size_t publicTail(std::string_view path);

} // namespace tidemark
