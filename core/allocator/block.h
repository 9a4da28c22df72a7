// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/device_memory.h"

#include <boost/intrusive/set_hook.hpp>
#include <cstdint>
#include <vector>

namespace tidemark {

class FreeBlockPool;
struct ExpandableSegment;

// A stream that uses a block besides the block's own: an entry of PyTorch's stream_uses.
struct StreamUse {
    StreamHandle stream = 0;
    bool isFromCapture = false; // recorded while a pool had begun: forgotten when that is over
};

// A piece of a segment: PyTorch's Block. Sizes and addresses in bytes. Owned by a BlockStore.
struct Block {
    std::uint64_t address = 0;
    std::uint64_t size = 0; // 0 only while the store keeps it for reuse
    std::uint64_t requestedSize = 0; // of the last allocation; stale once freed, as in PyTorch
    StreamHandle stream = 0;
    FreeBlockPool* pool = nullptr; // where it goes when free
    ExpandableSegment* expandable = nullptr; // the reservation it lies in, if it does
    Block* prev = nullptr; // neighbours by address within the segment
    Block* next = nullptr;
    std::uint64_t ageBase = 0; // the pool's search count when the block came into it
    std::uint32_t pendingEvents = 0; // freed, but so many streams have not come far enough
    bool isAllocated = false;
    bool isMapped = true; // false: addresses of an expandable segment without memory behind them
    std::vector<StreamUse> otherStreams;
    boost::intrusive::set_member_hook<> poolHook;

    bool isSplit() const { return prev != nullptr || next != nullptr; }
    bool isActive() const { return isAllocated || pendingEvents > 0 || !otherStreams.empty(); }
    bool isFree() const { return !isActive(); }
};

} // namespace tidemark
