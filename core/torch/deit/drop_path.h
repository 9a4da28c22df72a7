// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

namespace tidemark {

// Stochastic depth: each image of the batch loses the whole branch with this probability, and the others'
// grow so that the mean stays. The first dimension is the batch's, and there are three.
torch::Tensor dropPath(const torch::Tensor& branch, double probability);

} // namespace tidemark
