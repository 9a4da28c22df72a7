// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <torch/types.h>
#include <vector>

namespace tidemark {

// Gives every copy of a model the mean of all copies' gradients: those of each parameter are copied to the
// first copy's device, added there in the order of the copies, divided by their number, and copied back. A
// parameter that has no gradient in any copy keeps none. Throws c10::Error where the copies differ in that,
// or in their number of parameters.
void averageGradients(std::span<const std::vector<torch::Tensor>> copies); // their parameters

} // namespace tidemark
