// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/device_memory.h"

#include <boost/intrusive/set_hook.hpp>
#include <cstdint>
#include <vector>

namespace tidemark {

class FreeBlockPool;
struct ExpandableSegment;

using PoolHook = boost::intrusive::set_member_hook<boost::intrusive::optimize_size<true>>;

// A stream that uses a block besides the block's own: an entry of PyTorch's stream_uses.
struct StreamUse {
    StreamHandle stream = 0;
    bool isFromCapture = false; // recorded while a pool had begun: forgotten when that is over
};

// A piece of a segment: PyTorch's Block. Sizes and addresses in bytes. Owned by a BlockStore.
struct Block {
    // What a search and a merge look at comes first, in one cache line.
    std::uint64_t address = 0;
    std::uint64_t size = 0; // 0 only while the store keeps it for reuse
    StreamHandle stream = 0;
    FreeBlockPool* pool = nullptr; // where it goes when free
    Block* prev = nullptr; // neighbours by address within the segment
    Block* next = nullptr;
    ExpandableSegment* expandable = nullptr; // the reservation it lies in, if it does
    std::uint32_t pendingEvents = 0; // freed, but so many events are yet to come
    bool isAllocated = false;
    bool isMapped = true; // false: addresses of an expandable segment without memory behind them
    PoolHook poolHook;
    std::uint64_t requestedSize = 0; // of the last allocation; stale once freed, as in PyTorch
    std::uint64_t ageBase = 0; // the pool's search count when the block came into it
    std::vector<StreamUse> otherStreams;

    bool isSplit() const { return prev != nullptr || next != nullptr; }
    bool isActive() const { return isAllocated || pendingEvents > 0; }
    bool isFree() const { return !isActive(); }
};

} // namespace tidemark
