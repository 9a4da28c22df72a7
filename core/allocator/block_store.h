// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/block.h"

#include <deque>
#include <vector>

namespace tidemark {

// Owns every block of an allocator and keeps neighbours linked. Blocks do not move, and a block that is given
// up is used again, so that cutting and merging in a warm allocator takes nothing from the heap.
class BlockStore {
public:
    // A segment of one piece.
    Block& create(std::uint64_t address, std::uint64_t size, StreamHandle stream, FreeBlockPool* pool);
    void destroy(Block& block);

    // Cuts the first `size` bytes off; they become a new block, `block` keeps its identity and the rest.
    Block& splitFront(Block& block, std::uint64_t size);
    // `block` grows by its neighbour, which is given up.
    void absorb(Block& block, Block& neighbour);

    // The first block of every segment, by address.
    std::vector<const Block*> segments() const;

private:
    Block& fresh();

    std::deque<Block> m_blocks;
    std::vector<Block*> m_unused;
};

} // namespace tidemark
