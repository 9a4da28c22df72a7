// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/block.h"

#include <boost/intrusive/set.hpp>
#include <tuple>

namespace tidemark {

// The free blocks of one pool in PyTorch's order: stream, then size, then address. Holds links only; the
// blocks belong to a BlockStore.
class FreeBlockPool {
    struct Key {
        StreamHandle stream = 0;
        std::uint64_t size = 0;
        std::uint64_t address = 0;
        bool operator<(const Key& other) const
        {
            return std::tie(stream, size, address) < std::tie(other.stream, other.size, other.address);
        }
    };
    struct KeyOfBlock {
        using type = Key;
        Key operator()(const Block& block) const { return {block.stream, block.size, block.address}; }
    };
    using Hook = boost::intrusive::member_hook<Block, boost::intrusive::set_member_hook<>, &Block::poolHook>;
    using Blocks = boost::intrusive::set<Block, Hook, boost::intrusive::key_of_value<KeyOfBlock>,
        boost::intrusive::constant_time_size<false>>;

public:
    using Iterator = Blocks::iterator;

    explicit FreeBlockPool(bool isSmall)
        : m_isSmall(isSmall)
    { }

    bool isSmall() const { return m_isSmall; }

    // The block's age starts again.
    void insert(Block& block)
    {
        block.ageBase = m_searches;
        m_blocks.insert(block);
    }
    void erase(Block& block) { m_blocks.erase(m_blocks.iterator_to(block)); }

    // The first block of this stream and size, or what comes after it in the order.
    Iterator lowerBound(StreamHandle stream, std::uint64_t size)
    {
        return m_blocks.lower_bound({stream, size, 0});
    }
    // The smallest block of this stream with at least `size` bytes; the lowest address among equals.
    Block* bestFit(StreamHandle stream, std::uint64_t size)
    {
        const Iterator found = lowerBound(stream, size);
        return found != m_blocks.end() && found->stream == stream ? &*found : nullptr;
    }

    Iterator begin() { return m_blocks.begin(); }
    Iterator end() { return m_blocks.end(); }
    Blocks::const_iterator begin() const { return m_blocks.begin(); }
    Blocks::const_iterator end() const { return m_blocks.end(); }

    // Age counts searches, for garbage_collection_threshold.
    void countSearch() { ++m_searches; }
    std::uint64_t ageOf(const Block& block) const { return m_searches - block.ageBase; }

private:
    Blocks m_blocks;
    std::uint64_t m_searches = 0;
    bool m_isSmall = false;
};

} // namespace tidemark
