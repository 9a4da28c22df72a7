// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

namespace tidemark {

// Which elements of a flat tensor are above zero, eight to a byte: all that ReLU's gradient asks of its
// result. Both need, besides their results, at most three bytes for each of 2^20 elements.
torch::Tensor packPositive(const torch::Tensor& flat);
// 1 or 0 of the type of `flat`, into it.
void unpackPositive(const torch::Tensor& flat, const torch::Tensor& bits);

} // namespace tidemark
