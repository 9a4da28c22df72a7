// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/address_sequence.h"
#include "core/analysis/replay/heap_block.h"
#include "core/analysis/replay/level.h"

#include <optional>
#include <span>

namespace tidemark {

// Segments and blocks with PyTorch's splitting and merging (alloc_found_block, free_block, try_merge_blocks,
// map_block and unmap_block of CUDACachingAllocator.cpp) and the figures that follow from them. Decides
// nothing: its users say which block is taken and how much of it.
class Heap {
public:
    using Blocks = AddressSequence<HeapBlock>;
    using Place = Blocks::Place;

    Heap() = default;
    // Takes over a list from a file. What does not fit together is dropped: segments that overlap, blocks
    // outside their segment; gaps between blocks become free. `dropped` counts it.
    Heap(const SegmentList& list, std::uint64_t& dropped);

    const Level& level() const { return m_level; }
    // Whether so much more memory can still be counted; only a broken file has more.
    bool hasRoomFor(std::uint64_t size) const
    {
        return size <= maxReserved - static_cast<std::uint64_t>(m_level.reservedBytes);
    }
    std::size_t blockCount() const { return m_blocks.size(); }
    std::size_t segmentCount() const { return m_segments.size(); }
    bool hasExpandable() const { return static_cast<std::int64_t>(m_segments.size()) > m_level.segment; }
    SegmentList list() const;

    const HeapBlock& block(Place place) const { return m_blocks[place]; }
    // The block that begins at, or that covers, an address.
    std::optional<Place> blockAt(std::uint64_t address) const;
    std::optional<Place> blockCovering(std::uint64_t address) const;
    // All blocks, by address.
    Place firstBlock() const { return m_blocks.begin(); }
    Place nextBlock(Place place) const { return m_blocks.next(place); }
    bool isEnd(Place place) const { return place == m_blocks.end(); }
    // The neighbours within the same segment.
    std::optional<Place> before(Place place) const;
    std::optional<Place> behind(Place place) const;

    // Valid until the next change; null when there is none.
    const HeapSegment* segmentAt(std::uint64_t address) const;
    const HeapSegment* segmentCovering(std::uint64_t address) const;
    // The first segment that shares bytes with [begin, end).
    const HeapSegment* segmentIn(std::uint64_t begin, std::uint64_t end) const;

    // Takes the first `size` bytes of a free block, all of it or less; the rest stays free. Of `tenant` count
    // what does not follow from the place; no more was asked for than there is.
    Place take(Place free, std::uint64_t size, const HeapBlock& tenant);
    // The program frees a live block; another stream may still use it.
    void requestFree(Place live);
    // A live or waiting block becomes free and joins its free neighbours; a free one only joins them.
    Place completeFree(Place used, std::uint64_t event);
    // Cuts off the end of a live block, which becomes free, or gives it the free block behind it.
    void shrink(Place live, std::uint64_t size, std::uint64_t event);
    void grow(Place live);
    // Undoes requestFree.
    void resurrect(Place waiting);
    // Cuts a free block in two, until the next completeFree beside it.
    Place cutFree(Place free, std::uint64_t address);

    // The address range must be free of segments; expandable runs join their neighbours.
    void addSegment(const HeapSegment& segment, std::uint64_t event);
    // With all its blocks, used or not.
    void removeSegment(std::uint64_t address);
    // Takes a range out of an expandable run; every block in it must be free.
    void unmap(std::uint64_t begin, std::uint64_t end);

private:
    using Segments = AddressSequence<HeapSegment>;
    static constexpr std::uint64_t maxReserved = std::uint64_t(1) << 62;

    void addBlocks(const HeapSegment& segment, std::span<const BlockInfo> blocks, std::uint64_t& dropped);
    void joinExpandable(std::uint64_t border);
    bool isSplit(Place place) const; // shares its segment with other blocks
    void countFree(Place place, std::int64_t sign); // in the inactive-split figures
    void countUsed(const HeapBlock& block, std::int64_t sign);
    Place mergeFree(Place place);

    Blocks m_blocks;
    Segments m_segments;
    Level m_level;
};

} // namespace tidemark
