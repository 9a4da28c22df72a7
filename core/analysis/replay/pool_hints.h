// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <utility>
#include <vector>

namespace tidemark {

// Which private pool the segments belong to that a trace brings: its entries do not say so before PyTorch
// 2.12, but the segments at its end do.
class PoolHints {
public:
    PoolHints() = default;
    explicit PoolHints(const Device& device);

    // The event with its pool, where that is known.
    Event completed(Event event, std::size_t number) const
    {
        const bool isBirth = event.action == Action::SegmentAlloc || event.action == Action::SegmentMap;
        if (isBirth && event.pool == 0 && !m_pools.empty())
            event.pool = poolOf(number);
        return event;
    }

private:
    PoolSlot poolOf(std::size_t number) const;

    std::vector<std::pair<std::size_t, PoolSlot>> m_pools; // by event number
};

} // namespace tidemark
