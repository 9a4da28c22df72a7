// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/private_pool.h"

#include <functional>
#include <memory>
#include <vector>

namespace tidemark {

// The private pools of an allocator in the order in which they were made, and which of them have begun.
// (Where PyTorch goes through a hash table of pools, this order is taken.)
class PrivatePools {
public:
    using StreamFilter = std::function<bool(StreamHandle)>;

    // {0, n}, as MemPool gives them, and never one that is or was there.
    PoolId newId();
    PrivatePool* find(PoolId id);
    const PrivatePool* find(PoolId id) const;
    // In use once more, made when it is not there.
    PrivatePool& use(PoolId id, DeviceMemory* ownMemory);
    void release(PoolId id);
    // Only of a pool without memory.
    void erase(const PrivatePool& pool);

    // PyTorch's captures_underway.
    void begin(PoolId id, StreamFilter filter) { m_begun.push_back({id, std::move(filter)}); }
    void end(PoolId id);
    bool anyHasBegun() const { return !m_begun.empty(); }
    // The pool that serves this stream now, or null.
    PrivatePool* servingPool(StreamHandle stream, bool newestFirst);

    const std::vector<std::unique_ptr<PrivatePool>>& all() const { return m_pools; }

private:
    struct Begun {
        PoolId id;
        StreamFilter filter;
    };

    PrivatePool* poolOf(const Begun& begun, StreamHandle stream);

    std::vector<std::unique_ptr<PrivatePool>> m_pools;
    std::vector<Begun> m_begun; // oldest first
    std::uint64_t m_lastId = 0;
};

} // namespace tidemark
