// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/segment_list.h"

#include <cstdint>

namespace tidemark {

// One block of one segment, as Heap keeps it.
struct HeapBlock {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint64_t requestedSize = 0; // of the tenant; stale while free
    std::uint64_t event = BlockInfo::noEvent; // that made it what it is
    ContextIndex context;
    BlockState state = BlockState::Inactive;
    bool startsSegment = false; // nothing before it belongs to its segment
    bool isExpandable = false;
    bool isLeastSize = false; // rebuilt from its free: may hold more than `size`, see HeapState::undo

    std::uint64_t end() const { return address + size; }
    bool isFree() const { return state == BlockState::Inactive; }
};

// A segment as Heap keeps it; for expandable segments one contiguous mapped run.
struct HeapSegment {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    ContextIndex context;
    StreamSlot stream = 0;
    PoolSlot pool = 0;
    bool isLarge = false;
    bool isExpandable = false;
    bool isImplied = false; // nobody reported it: it is the least that an allocation outside all segments
                            // proves, and goes with it

    std::uint64_t end() const { return address + size; }
};

} // namespace tidemark
