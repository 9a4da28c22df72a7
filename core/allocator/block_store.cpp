// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/block_store.h"

#include "core/allocator/free_block_pool.h"

#include <algorithm>
#include <cassert>

namespace tidemark {

Block& BlockStore::create(std::uint64_t address, std::uint64_t size, StreamHandle stream, FreeBlockPool* pool)
{
    Block& block = fresh();
    block.address = address;
    block.size = size;
    block.stream = stream;
    block.pool = pool;
    block.prev = nullptr;
    block.next = nullptr;
    block.expandable = nullptr;
    block.isMapped = true;
    return block;
}

void BlockStore::destroy(Block& block)
{
    assert(block.isFree() && !block.poolHook.is_linked());
    block.size = 0;
    m_unused.push_back(&block);
}

Block& BlockStore::splitFront(Block& block, std::uint64_t size)
{
    assert(size > 0 && size < block.size);
    Block& front = fresh();
    front.address = block.address;
    front.size = size;
    front.stream = block.stream;
    front.pool = block.pool;
    front.expandable = block.expandable;
    front.isMapped = block.isMapped;
    front.prev = block.prev;
    if (front.prev)
        front.prev->next = &front;
    front.next = &block;
    block.prev = &front;
    block.address += size;
    block.size -= size;
    return front;
}

void BlockStore::absorb(Block& block, Block& neighbour)
{
    neighbour.pool->erase(neighbour);
    if (block.prev == &neighbour) {
        block.address = neighbour.address;
        block.prev = neighbour.prev;
        if (block.prev)
            block.prev->next = &block;
    } else {
        assert(block.next == &neighbour);
        block.next = neighbour.next;
        if (block.next)
            block.next->prev = &block;
    }
    block.size += neighbour.size;
    destroy(neighbour);
}

std::vector<const Block*> BlockStore::heads() const
{
    std::vector<const Block*> heads;
    for (const Block& block : m_blocks)
        if (block.size > 0 && !block.prev)
            heads.push_back(&block);
    return heads;
}

std::vector<const Block*> BlockStore::mappedHeads() const
{
    std::vector<const Block*> heads;
    for (const Block& block : m_blocks)
        if (block.size > 0 && block.isMapped && (!block.prev || !block.prev->isMapped))
            heads.push_back(&block);
    std::sort(heads.begin(), heads.end(),
        [](const Block* left, const Block* right) { return left->address < right->address; });
    return heads;
}

Block& BlockStore::fresh()
{
    if (m_unused.empty())
        return m_blocks.emplace_back();
    Block& block = *m_unused.back();
    m_unused.pop_back();
    block.requestedSize = 0;
    return block;
}

} // namespace tidemark
