// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_state.h"
#include "core/allocator/free_block_pool.h"

#include <vector>

namespace tidemark {

// What empty_cache() would return, counted without doing it.
class ReleasePrediction {
public:
    // All free blocks of a pool that would be released.
    void add(const FreeBlockPool& pool);
    // Freed blocks that wait, as if they were free.
    void add(const std::vector<const Block*>& waiting);

    CacheRelease result() const;

private:
    std::vector<const Block*> m_blocks; // those that may be part of a release, in no order
};

} // namespace tidemark
