// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_state.h"
#include "core/allocator/block_request.h"
#include "core/allocator/block_store.h"
#include "core/allocator/reserved_books.h"

#include <memory>
#include <vector>

namespace tidemark {

// One reservation of addresses, for one pool and stream: PyTorch's ExpandableSegment. Bytes.
struct ExpandableSegment {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint64_t page = 0;

    // The whole pages inside [begin, end) of it, which may be none.
    std::uint64_t firstPage(std::uint64_t begin) const
    {
        return address + (begin - address + page - 1) / page * page;
    }
    std::uint64_t wholePages(std::uint64_t begin, std::uint64_t end) const
    {
        const std::uint64_t first = firstPage(begin);
        const std::uint64_t last = address + (end - address) / page * page;
        return last > first ? last - first : 0;
    }
};

// The expandable segments of an allocator: reserves addresses, puts memory behind as much of them as requests
// need, and takes it away from what is free, page by page.
class ExpandableSegments {
public:
    // Everything given must outlive this.
    ExpandableSegments(
        DeviceMemory& memory, const AllocatorSettings& settings, BlockStore& store, ReservedBooks& books);
    ~ExpandableSegments();
    ExpandableSegments(const ExpandableSegments&) = delete;
    ExpandableSegments& operator=(const ExpandableSegments&) = delete;

    // A block in no pool with memory for the request, or null: try_allocate_expandable_block. When the device
    // has no room half way through, what came before stays, free.
    Block* take(const BlockRequest& request);
    // Takes the memory of the whole pages inside a free block away, and a reservation without any is given
    // back, `block` with it: unmap_block and release_expandable_segment.
    CacheRelease unmap(Block& block);
    // Gives back what of a pool's reservations never got memory.
    void dropUnused(FreeBlockPool& pool);

private:
    Block* findPlace(const BlockRequest& request);
    Block* reserve(const BlockRequest& request);
    // Puts memory behind the first `size` bytes, rounded up to pages, of a block without; the block with
    // them, merged, or null.
    Block* map(Block& block, std::uint64_t size);
    void drop(Block& whole);

    DeviceMemory& m_memory;
    const AllocatorSettings& m_settings;
    BlockStore& m_store;
    ReservedBooks& m_books;
    std::vector<std::unique_ptr<ExpandableSegment>> m_segments;
};

} // namespace tidemark
