// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_settings.h"
#include "core/base/error.h"
#include "core/trace/recording.h"

#include <cstdint>
#include <optional>

namespace tidemark {

// One request that free memory could not serve, as a trace tells it: PyTorch writes what it gives back under
// pressure, then the segment_alloc or the segment_maps, then the alloc; or an oom instead (alloc_block and
// its callers in CUDACachingAllocator::malloc). All numbers are places in the device's trace.
struct DeviceCall {
    Action kind = Action::SegmentAlloc; // or SegmentMap, Oom
    std::size_t begin = 0; // [begin, end): the segment events, or the oom
    std::size_t end = 0;
    std::size_t releasesBegin = 0; // [releasesBegin, begin): what was given back directly before
    std::optional<std::size_t> alloc; // that took the memory; none: not in the trace, or an oom
    std::uint64_t bytes = 0; // got from the device
    std::uint64_t releasedBytes = 0;
    std::uint64_t releasedSegments = 0; // segment_free and segment_unmap events
};

// The call that an event belongs to: a segment_alloc, segment_map or oom, or the alloc that took what they
// brought. Any other event is refused in words, which count events from one.
Expected<DeviceCall> deviceCallOf(
    const Device& device, std::size_t event, const AllocatorSettings& settings = {});

// The event that brought the memory at `address`, which lies in `segment` at `position` (see DeviceHistory);
// none: it was there before the first event.
std::optional<std::size_t> segmentEventOf(
    const Device& device, const SegmentInfo& segment, std::uint64_t address, std::size_t position);

} // namespace tidemark
