// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/device_rank.h"
#include "core/trace/recording.h"

#include <string>
#include <vector>

namespace tidemark {

// Whether a device is the pinned host memory that a CUDA snapshot lists beside its devices.
bool isPinnedHostMemory(const Device& device);

// "cuda:1", "cpu", "pinned host memory".
std::string deviceAddress(const Device& device);

// A short name for each device, by place in Recording::devices, that no other device of the recording has:
// "rank 3" where every device is of another rank, "rank 3 · cuda:1" where ranks have several, else the file
// it came from, or its address.
std::vector<std::string> deviceLabels(const Recording& recording);

} // namespace tidemark
