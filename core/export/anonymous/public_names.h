// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace tidemark {

// What tells nothing of the one who ran a program, for it is PyTorch's, Python's or the allocator's own.

// A word that PyTorch or Tidemark gives to parts of any training: "weight", "exp_avg", "backward", "Adam".
bool isPublicWord(std::string_view word);
// "aten::linear", "AddmmBackward0", "autograd::engine::evaluate_function: MulBackward0".
bool isPublicOperator(std::string_view name);
// Digits of a place or a step; a long row of them may be an account or a date.
bool isPublicNumber(std::string_view digits);
// "<module>", "forward", "__init__": what functions are called in any program.
bool isPlainFunction(std::string_view function);
// "at::native::empty_like(at::Tensor const&)", with all its arguments. Whoever wrote it may have added to
// PyTorch's namespaces: of a function in a file of its own it tells nothing.
bool isFrameworkFunction(std::string_view function);
// "at::native::fill" of "at::native::fill(mine::Values const&)"; empty: it is no such function.
std::string_view frameworkFunctionName(std::string_view function);
// Numbers, sizes, versions, "true", "cuda:0": what settings are.
bool isPublicValue(std::string_view value);

// Names of settings: PyTorch's, and those of Tidemark's recorder.
bool isPublicSetting(std::string_view name);
// Of PYTORCH_ALLOC_CONF: "expandable_segments", and "True", "512", "[256:1,>:4]".
bool isPublicConfKey(std::string_view key);
bool isPublicConfValue(std::string_view value);

// Where in a path the part begins that everybody's installation has: "site-packages/torch/nn/linear.py" of
// "/home/me/venv/lib/python3.11/site-packages/torch/nn/linear.py". npos: nowhere.
std::size_t publicTail(std::string_view path);

} // namespace tidemark
