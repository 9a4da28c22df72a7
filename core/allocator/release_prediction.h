// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_state.h"
#include "core/allocator/free_block_pool.h"

#include <vector>

namespace tidemark {

// What empty_cache() would return, counted without doing it.
class ReleasePrediction {
public:
    // Whether freed blocks that wait are as good as free: the release would wait for them.
    explicit ReleasePrediction(bool waits)
        : m_waits(waits)
    { }

    // All free blocks of a pool that would be released.
    void add(const FreeBlockPool& pool);
    // Freed blocks that wait.
    void add(const std::vector<const Block*>& waiting);

    CacheRelease result() const;

private:
    bool joins(const Block* block) const;
    const Block* firstOfStretch(const Block* block) const;
    std::uint64_t returnable(const Block* first) const;

    bool m_waits = false;
    std::vector<const Block*> m_blocks; // those that may be part of a release, in no order
};

} // namespace tidemark
