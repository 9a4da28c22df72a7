// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_settings.h"
#include "core/trace/segment_list.h"

#include <cstdint>

namespace tidemark {

// The pages of expandable segments: c10's CUDACachingAllocator maps and unmaps whole ones only, of 2 MiB in
// the small pool and of the large segment size (20 MiB) in the large pool.
std::uint64_t pageSize(bool isLarge, const AllocatorSettings& settings = {});

// A part of a segment: offsets from its address, [begin, end).
struct PageRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;

    std::uint64_t size() const { return end - begin; }
};

// The whole pages within a free block of an expandable run: what unmap_block gives back. Empty where there
// are none. Runs begin and end at a page's border.
PageRange wholePages(
    const SegmentInfo& segment, const BlockInfo& block, const AllocatorSettings& settings = {});

} // namespace tidemark
