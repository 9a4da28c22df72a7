// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/segment_list.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace tidemark {

// Where PyTorch looks for a free block: one stream's part of one pool (get_free_block). Memory of one key
// never serves a request of another.
struct FreeKey {
    PoolSlot pool = 0;
    bool isLarge = false;
    StreamSlot stream = 0;

    auto operator<=>(const FreeKey&) const = default;
};

inline FreeKey keyOf(const SegmentInfo& segment)
{
    return {segment.pool, segment.isLarge, segment.stream};
}

// Free blocks taken together.
struct FreeMemory {
    std::uint64_t bytes = 0;
    std::uint64_t largest = 0; // bytes of the largest
    std::size_t pieces = 0;

    void add(std::uint64_t size)
    {
        bytes += size;
        largest = std::max(largest, size);
        ++pieces;
    }
    // 0: all of it in one piece; towards 1: in many small ones.
    double fragmentation() const
    {
        return bytes == 0 ? 0 : 1 - static_cast<double>(largest) / static_cast<double>(bytes);
    }

    bool operator==(const FreeMemory&) const = default;
};

} // namespace tidemark
