// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/segment_list.h"

#include <cstdint>
#include <vector>

namespace tidemark {

// One block of one segment, as HeapState keeps it.
struct HeapBlock {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint64_t requestedSize = 0; // of the tenant; stale while free
    std::uint64_t event = BlockInfo::noEvent; // that made it what it is
    ContextIndex context;
    BlockState state = BlockState::Inactive;
    bool startsSegment = false; // nothing before it belongs to its segment
    bool isExpandable = false;
    bool isLeastSize = false; // rebuilt from its free: may hold more than `size`, see HeapState::undo

    std::uint64_t end() const { return address + size; }
    bool isFree() const { return state == BlockState::Inactive; }
};

// The blocks of all segments in address order: a sorted sequence in pieces of at most 64 blocks, so that
// finding takes O(log n), inserting and erasing move one piece, and a copy is little more than a copy of the
// memory.
class BlockSequence {
public:
    // Valid until the next insert or erase.
    struct Place {
        std::size_t piece = 0;
        std::size_t slot = 0;

        bool operator==(const Place&) const = default;
    };

    std::size_t size() const { return m_size; }
    Place begin() const { return {}; }
    Place end() const { return {m_pieces.size(), 0}; }
    HeapBlock& operator[](Place place) { return m_pieces[place.piece][place.slot]; }
    const HeapBlock& operator[](Place place) const { return m_pieces[place.piece][place.slot]; }

    Place next(Place place) const;
    Place previous(Place place) const; // of any place but begin()
    Place firstNotBefore(std::uint64_t address) const; // first block with block.address >= address
    Place lastNotBehind(std::uint64_t address) const; // last block with block.address <= address, or end()

    // The address of `block` must lie between those of its new neighbours.
    Place insert(Place before, const HeapBlock& block);
    Place erase(Place place); // the block that followed

private:
    static constexpr std::size_t pieceSize = 64;
    using Piece = std::vector<HeapBlock>;

    void splitPiece(std::size_t piece);
    void joinWithNext(std::size_t piece);
    Place normal(Place place) const; // a slot behind the last of its piece is the next piece's first

    std::vector<Piece> m_pieces; // none is empty
    std::vector<std::uint64_t> m_firsts; // address of each piece's first block
    std::size_t m_size = 0;
};

} // namespace tidemark
