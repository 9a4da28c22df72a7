// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/usable_devices.h"

namespace tidemark {

// Asks CUDA's runtime, which needs no context to count and describe devices.
void addCudaDevices(UsableDevices& usable);

} // namespace tidemark
