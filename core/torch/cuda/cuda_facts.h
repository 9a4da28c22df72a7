// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/tensor_memory.h"

#include <functional>

namespace tidemark {

// What a CUDA device says of itself, after `begin` has brought up as much of CUDA as its caller needs. What
// LibTorch throws meanwhile becomes the error.
Expected<DeviceFacts> cudaFacts(const RunDevice& device, const std::function<void()>& begin);

} // namespace tidemark
