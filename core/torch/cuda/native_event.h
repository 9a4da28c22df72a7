// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_event.h"

#include <c10/core/CachingDeviceAllocator.h>

namespace tidemark {

// What PyTorch's own allocator tells its trace trackers, in our words.
AllocatorEvent nativeEvent(const c10::CachingDeviceAllocator::TraceEntry& entry);

} // namespace tidemark
