// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_state.h"
#include "core/allocator/memory_stats.h"

#include <vector>

namespace tidemark {

// What PyTorch's own CUDA allocator says of one device, in our types.
MemoryStats nativeStats(int device); // getDeviceStats()
// snapshot(): leaves a `snapshot` event behind.
std::vector<AllocatorSegment> nativeSegments(int device);

} // namespace tidemark
