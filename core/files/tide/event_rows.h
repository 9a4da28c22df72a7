// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/event_columns.h"

#include <vector>

namespace tidemark::tide {

// The events of one frame as columns, in memory that is used again from frame to frame.
struct EventRows {
    std::vector<std::int64_t> timeUs;
    std::vector<std::uint64_t> address;
    std::vector<std::uint64_t> size;
    std::vector<ContextIndex> context;
    std::vector<StreamSlot> stream;
    std::vector<PoolSlot> pool;
    std::vector<Action> action;

    void clear()
    {
        timeUs.clear();
        address.clear();
        size.clear();
        context.clear();
        stream.clear();
        pool.clear();
        action.clear();
    }

    EventSpans spans() const { return {timeUs, address, size, context, stream, pool, action}; }
};

} // namespace tidemark::tide
