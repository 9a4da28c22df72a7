// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/allocator/allocator_bench.h"

namespace tidemark::tests {

inline bool anyStream(StreamHandle)
{
    return true;
}

// As torch.cuda.use_mem_pool().
class UsePool {
public:
    UsePool(CachingAllocator& allocator, PoolId pool, CachingAllocator::StreamFilter filter = anyStream)
        : m_allocator(allocator)
        , m_pool(pool)
    {
        m_allocator.beginAllocateToPool(pool, std::move(filter));
    }
    ~UsePool()
    {
        m_allocator.endAllocateToPool(m_pool);
        m_allocator.releasePool(m_pool);
    }
    UsePool(const UsePool&) = delete;
    UsePool& operator=(const UsePool&) = delete;

private:
    CachingAllocator& m_allocator;
    PoolId m_pool;
};

inline int segmentsOf(const Bench& bench, PoolId pool)
{
    int count = 0;
    for (const AllocatorSegment& segment : bench.allocator.snapshot())
        count += segment.pool == pool ? 1 : 0;
    return count;
}

} // namespace tidemark::tests
