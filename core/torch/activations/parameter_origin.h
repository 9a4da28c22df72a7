// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

namespace tidemark {

// A parameter, or what views and casts made of one: w.t(), or the copy in half precision that autocast keeps
// as long as it is on. Packing would free nothing, since something else holds it.
bool comesFromParameter(const torch::Tensor& tensor);

// The mean or the spread that a normalisation keeps beside its input: small, and every element of the
// gradient depends on it.
bool isStatisticOfNormalisation(const torch::Tensor& tensor);

} // namespace tidemark
