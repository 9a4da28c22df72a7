// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/release_prediction.h"

#include "core/allocator/expandable_segments.h"

#include <algorithm>

namespace tidemark {

namespace {

bool joins(const Block* block)
{
    return block && block->isMapped && !block->isAllocated;
}

// The first block of the free stretch that this one will be part of.
const Block* firstOfStretch(const Block* block)
{
    while (joins(block->prev))
        block = block->prev;
    return block;
}

// The bytes of the stretch that would go back.
std::uint64_t returnable(const Block* first)
{
    std::uint64_t size = 0;
    const Block* block = first;
    for (; joins(block); block = block->next)
        size += block->size;
    if (first->expandable)
        return first->expandable->wholePages(first->address, first->address + size);
    return first->prev || block ? 0 : size;
}

} // namespace

void ReleasePrediction::add(const FreeBlockPool& pool)
{
    for (const Block& block : pool)
        if (!block.isSplit() || block.expandable)
            m_blocks.push_back(&block);
}

void ReleasePrediction::add(const std::vector<const Block*>& waiting)
{
    m_blocks.insert(m_blocks.end(), waiting.begin(), waiting.end());
}

CacheRelease ReleasePrediction::result() const
{
    std::vector<const Block*> stretches = m_blocks;
    std::transform(stretches.begin(), stretches.end(), stretches.begin(), firstOfStretch);
    std::sort(stretches.begin(), stretches.end());
    stretches.erase(std::unique(stretches.begin(), stretches.end()), stretches.end());
    CacheRelease result;
    for (const Block* first : stretches) {
        const std::uint64_t bytes = returnable(first);
        result.bytes += bytes;
        result.segments += bytes > 0 ? 1 : 0;
    }
    return result;
}

} // namespace tidemark
