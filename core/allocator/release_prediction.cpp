// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/release_prediction.h"

#include "core/allocator/expandable_segments.h"

#include <algorithm>

namespace tidemark {

bool ReleasePrediction::joins(const Block* block) const
{
    return block && block->isMapped && (m_waits ? !block->isAllocated : block->isFree());
}

// The first block of the free stretch that this one will be part of.
const Block* ReleasePrediction::firstOfStretch(const Block* block) const
{
    while (joins(block->prev))
        block = block->prev;
    return block;
}

// The bytes of the stretch that would go back.
std::uint64_t ReleasePrediction::returnable(const Block* first) const
{
    std::uint64_t size = 0;
    const Block* block = first;
    for (; joins(block); block = block->next)
        size += block->size;
    if (first->expandable)
        return first->expandable->wholePages(first->address, first->address + size);
    return first->prev || block ? 0 : size;
}

void ReleasePrediction::add(const FreeBlockPool& pool)
{
    for (const Block& block : pool)
        if (!block.isSplit() || block.expandable)
            m_blocks.push_back(&block);
}

void ReleasePrediction::add(const std::vector<const Block*>& waiting)
{
    if (m_waits)
        m_blocks.insert(m_blocks.end(), waiting.begin(), waiting.end());
}

CacheRelease ReleasePrediction::result() const
{
    std::vector<const Block*> stretches;
    for (const Block* block : m_blocks)
        stretches.push_back(firstOfStretch(block));
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
