// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/block.h"

#include <boost/intrusive/set.hpp>
#include <tuple>

namespace tidemark {

struct PrivatePool;

// The free blocks of one pool in PyTorch's order: stream, then size, then address; and apart from them, by
// stream and address, the pieces of expandable segments that have no memory. Holds links only; the blocks
// belong to a BlockStore.
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
    struct KeyOfUnmapped {
        using type = Key;
        Key operator()(const Block& block) const { return {block.stream, 0, block.address}; }
    };
    using Hook = boost::intrusive::member_hook<Block, PoolHook, &Block::poolHook>;
    template <class KeyOf>
    using Set = boost::intrusive::set<Block, Hook, boost::intrusive::key_of_value<KeyOf>,
        boost::intrusive::constant_time_size<false>>;
    using Blocks = Set<KeyOfBlock>;
    using Unmapped = Set<KeyOfUnmapped>;

public:
    using Iterator = Blocks::iterator;

    // `owner` is null for a default pool.
    explicit FreeBlockPool(bool isSmall, PrivatePool* owner = nullptr)
        : m_owner(owner)
        , m_isSmall(isSmall)
    { }

    bool isSmall() const { return m_isSmall; }
    PrivatePool* owner() const { return m_owner; }

    // The block's age starts again.
    void insert(Block& block)
    {
        if (!block.isMapped) {
            m_unmapped.insert(block);
            return;
        }
        block.ageBase = m_searches;
        m_blocks.insert(block);
    }
    void erase(Block& block)
    {
        if (block.isMapped)
            m_blocks.erase(m_blocks.iterator_to(block));
        else
            m_unmapped.erase(m_unmapped.iterator_to(block));
    }

    // The first block of this stream and size, or what comes after it in the order.
    Iterator lowerBound(StreamHandle stream, std::uint64_t size)
    {
        return m_blocks.lower_bound({stream, size, 0});
    }

    Block& take(Iterator at)
    {
        Block& block = *at;
        m_blocks.erase(at);
        return block;
    }

    Iterator begin() { return m_blocks.begin(); }
    Iterator end() { return m_blocks.end(); }
    Blocks::const_iterator begin() const { return m_blocks.begin(); }
    Blocks::const_iterator end() const { return m_blocks.end(); }

    // Pieces without memory.
    Unmapped& unmapped() { return m_unmapped; }
    Unmapped::iterator firstUnmapped(StreamHandle stream) { return m_unmapped.lower_bound({stream, 0, 0}); }

    // Age counts searches, for garbage_collection_threshold.
    void countSearch() { ++m_searches; }
    std::uint64_t ageOf(const Block& block) const { return m_searches - block.ageBase; }

private:
    Blocks m_blocks;
    Unmapped m_unmapped;
    std::uint64_t m_searches = 0;
    PrivatePool* m_owner = nullptr;
    bool m_isSmall = false;
};

} // namespace tidemark
