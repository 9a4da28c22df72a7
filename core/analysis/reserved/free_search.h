// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_settings.h"
#include "core/analysis/reserved/free_memory.h"

#include <optional>
#include <vector>

namespace tidemark {

// A free block and where it lies.
struct FreePlace {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint32_t segment = 0; // place in SegmentList::segments
    FreeKey key;
    bool isExpandable = false;
};

// What a request looks for. Bytes.
struct FreeRequest {
    std::uint64_t rounded = 0;
    FreeKey key;
    bool isExpandable = false; // expandable_segments counts for it
};

// Why a free block did not serve a request.
enum class WhyNot : std::uint8_t {
    TooSmall,
    OversizeBlock, // max_split_size_mb: kept for requests of at least that size
    OversizeRest, // max_split_size_mb: more would be left over than max_non_split_rounding_mb allows
    Expandable, // it lies in an expandable segment, and the request is none
    OtherStream,
    OtherPool, // a private pool, or the default one
    OtherKind, // the small pool for the large one, or the other way round
};

struct NearMiss {
    FreePlace block;
    WhyNot why = WhyNot::TooSmall;
    std::uint64_t lacking = 0; // TooSmall: bytes
};

// What get_free_block does with one pool and stream.
struct FreeSearch {
    std::optional<FreePlace> found; // PyTorch would take it
    std::optional<NearMiss> refused; // else the block it came to, or the largest; none: nothing is free
};

// Searches the memory of the request's own pool and stream as CUDACachingAllocator::get_free_block does: best
// fit, of equals the lowest address, then the rules of expandable segments and of max_split_size_mb.
FreeSearch searchFree(const SegmentList& list, const FreeRequest& request, const AllocatorSettings& settings);

// Blocks that would have served had the request been made elsewhere: the best one of another stream, of
// another pool, of the other kind, as far as there are any.
std::vector<NearMiss> searchElsewhere(
    const SegmentList& list, const FreeRequest& request, const AllocatorSettings& settings);

} // namespace tidemark
