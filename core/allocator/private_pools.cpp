// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/private_pools.h"

#include <algorithm>
#include <cassert>

namespace tidemark {

PoolId PrivatePools::newId()
{
    return {0, ++m_lastId};
}

PrivatePool* PrivatePools::find(PoolId id)
{
    const auto found =
        std::find_if(m_pools.begin(), m_pools.end(), [&](const auto& pool) { return pool->id == id; });
    return found == m_pools.end() ? nullptr : found->get();
}

const PrivatePool* PrivatePools::find(PoolId id) const
{
    return const_cast<PrivatePools*>(this)->find(id);
}

PrivatePool& PrivatePools::use(PoolId id, DeviceMemory* ownMemory)
{
    assert(id != PoolId());
    if (PrivatePool* const pool = find(id)) {
        ++pool->useCount;
        return *pool;
    }
    if (id.first == 0)
        m_lastId = std::max(m_lastId, id.second);
    return *m_pools.emplace_back(std::make_unique<PrivatePool>(id, ownMemory));
}

void PrivatePools::release(PoolId id)
{
    PrivatePool* const pool = find(id);
    assert(pool && pool->useCount > 0);
    if (pool && pool->useCount > 0)
        --pool->useCount;
}

void PrivatePools::erase(const PrivatePool& pool)
{
    assert(pool.reserved == 0);
    const auto isIt = [&](const auto& other) { return other.get() == &pool; };
    m_pools.erase(std::find_if(m_pools.begin(), m_pools.end(), isIt));
}

void PrivatePools::end(PoolId id)
{
    const auto found =
        std::find_if(m_begun.begin(), m_begun.end(), [&](const Begun& begun) { return begun.id == id; });
    assert(found != m_begun.end());
    if (found != m_begun.end())
        m_begun.erase(found);
}

PrivatePool* PrivatePools::servingPool(StreamHandle stream, bool newestFirst)
{
    if (newestFirst) {
        for (auto begun = m_begun.rbegin(); begun != m_begun.rend(); ++begun)
            if (PrivatePool* const pool = poolOf(*begun, stream))
                return pool;
    } else {
        for (const Begun& begun : m_begun)
            if (PrivatePool* const pool = poolOf(begun, stream))
                return pool;
    }
    return nullptr;
}

PrivatePool* PrivatePools::poolOf(const Begun& begun, StreamHandle stream)
{
    return begun.filter(stream) ? find(begun.id) : nullptr;
}

} // namespace tidemark
