// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_state.h"
#include "core/trace/recording.h"

#include <span>

namespace tidemark {

// What an allocator reports of itself, in the form of recordings; streams and pools get slots of `device`.
// Contexts and the events that made the blocks are not in it.
SegmentList segmentListOf(std::span<const AllocatorSegment> segments, Device& device);

} // namespace tidemark
