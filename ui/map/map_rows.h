// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/segment_list.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark::ui {

enum class MapOrder : std::uint8_t { Size, FreeBytes, PinnedBytes, Address, Stream, Pool };

// One segment as a row of the map.
struct MapRow {
    std::uint32_t segment = 0; // place in SegmentList::segments
    std::uint64_t freeBytes = 0; // in blocks that are neither held nor waiting
    bool isFree = false; // no live block

    // Free bytes that empty_cache() cannot return, for live blocks lie beside them.
    std::uint64_t pinnedBytes() const { return isFree ? 0 : freeBytes; }
};

// A block of the map: which row, and its place in SegmentList::blocks.
struct MapPlace {
    std::size_t row = 0;
    std::uint32_t block = 0;

    bool operator==(const MapPlace&) const = default;
};

// Rows in the order asked for: largest first, most free or pinned bytes first, by address, or in groups, by
// stream or by pool (with small segments before large ones), the largest first in each. Ties go by address,
// so that rows never swap without cause.
std::vector<MapRow> mapRows(const SegmentList& list, MapOrder order);

// No live block in it: nothing is held and nothing waits.
bool isFree(const SegmentList& list, const SegmentInfo& segment);

// The segment that holds the byte at an address; null when none does, or when it has no blocks.
const SegmentInfo* segmentAt(const SegmentList& list, std::uint64_t address);

std::uint64_t longestSegment(const SegmentList& list);

// The block of a segment that holds the byte at this offset from the segment's address; place in
// SegmentList::blocks. The offset must lie inside the segment, and the segment must have blocks.
std::uint32_t blockAtOffset(const SegmentList& list, const SegmentInfo& segment, std::uint64_t offset);

// Where an address lies; none when no segment holds it.
std::optional<MapPlace> placeOf(
    const SegmentList& list, const std::vector<MapRow>& rows, std::uint64_t address);

} // namespace tidemark::ui
