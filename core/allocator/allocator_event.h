// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/device_memory.h"
#include "core/base/action.h"
#include "core/base/pool_id.h"

namespace tidemark {

// What the allocator tells while it works, in PyTorch's order and meaning (see Action).
struct AllocatorEvent {
    Action action = Action::Unknown;
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    StreamHandle stream = 0;
    PoolId pool = {}; // the block's, or for an oom the one that was asked
    std::uint64_t blockSize = 0; // alloc, free_requested, free_completed: bytes of the block
};

// Called under the allocator's lock: copy the few words and return; never call the allocator, never throw.
class AllocatorEventSink {
public:
    virtual ~AllocatorEventSink() = default;
    virtual void onEvent(const AllocatorEvent& event) noexcept = 0;
};

inline void emitEvent(AllocatorEventSink* sink, const AllocatorEvent& event)
{
    if (sink)
        sink->onEvent(event);
}

} // namespace tidemark
