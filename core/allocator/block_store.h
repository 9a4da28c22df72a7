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
    // Neither is put into a pool.
    Block& splitFront(Block& block, std::uint64_t size);

    struct Merged {
        std::int64_t blocks = 0; // neighbours swallowed
        std::int64_t bytes = 0; // their size
    };
    // `block`, in no pool, swallows its neighbours, out of their pool, where they are free and have memory as
    // it has: try_merge_blocks.
    Merged mergeFree(Block& block)
    {
        Merged merged;
        for (Block* const neighbour : {block.prev, block.next}) {
            if (!neighbour || neighbour->isActive() || neighbour->isMapped != block.isMapped)
                continue;
            ++merged.blocks;
            merged.bytes += static_cast<std::int64_t>(neighbour->size);
            absorb(block, *neighbour);
        }
        return merged;
    }

    // The first block of every segment or reservation.
    std::vector<const Block*> heads() const;
    // The first block of every segment, and of every run with memory of an expandable one, by address.
    std::vector<const Block*> mappedHeads() const;

private:
    Block& fresh(); // its place and neighbours are for the caller to set
    void absorb(Block& block, Block& neighbour);

    std::deque<Block> m_blocks;
    std::vector<Block*> m_unused;
};

} // namespace tidemark
