// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/free_block_pool.h"
#include "core/base/pool_id.h"

namespace tidemark {

// A small and a large pool: the default ones, or those of a private pool.
struct PoolPair {
    explicit PoolPair(PrivatePool* owner = nullptr)
        : large(false, owner)
        , small(true, owner)
    { }

    FreeBlockPool& of(bool isSmall) { return isSmall ? small : large; }

    FreeBlockPool large;
    FreeBlockPool small;
};

// PyTorch's PrivatePool: memory that only requests made for it get.
struct PrivatePool {
    PrivatePool(PoolId poolId, DeviceMemory* memory)
        : id(poolId)
        , ownMemory(memory)
        , pools(this)
    { }
    PrivatePool(const PrivatePool&) = delete;
    PrivatePool& operator=(const PrivatePool&) = delete;

    bool isReleased() const { return useCount <= 0; }

    PoolId id;
    DeviceMemory* ownMemory = nullptr; // null: the device's
    std::int64_t useCount = 1;
    std::uint64_t reserved = 0;
    bool isUsedOnOom = false;
    bool isNeverSplit = false;
    PoolPair pools;
};

inline PoolId idOf(const FreeBlockPool& pool)
{
    return pool.owner() ? pool.owner()->id : PoolId();
}

} // namespace tidemark
