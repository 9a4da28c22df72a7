// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_settings.h"
#include "core/trace/recording.h"

namespace tidemark {

// Bytes that the recorded process may reserve on the device, as the recording tells it: tidemark-record's
// `limit`, or per_process_memory_fraction's share of a known capacity. 0: none, or not told.
std::uint64_t memoryLimitOf(
    const Recording& recording, const AllocatorSettings& settings, std::uint64_t capacity);

} // namespace tidemark
