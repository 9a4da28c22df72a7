// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tidemark {

struct RandomPlan {
    std::uint64_t seed = 0;
    std::uint64_t operations = 0;
    double share = 1; // of the device that may be reserved
};

// Runs it on one of the two allocators with the settings in PYTORCH_CUDA_ALLOC_CONF, and prints what the
// allocator did, without addresses (see Placement). The exit code.
int runRandomProgram(const RandomPlan& plan, bool isNative);

} // namespace tidemark
