// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/pool_hints.h"

#include <algorithm>

namespace tidemark {

// Goes back from the end: memory is of a segment's pool since the event that brought it last.
PoolHints::PoolHints(const Device& device)
{
    if (!device.after)
        return;
    std::vector<SegmentInfo> open;
    for (const SegmentInfo& segment : device.after->segments) {
        if (segment.pool != 0)
            open.push_back(segment);
    }
    for (std::size_t i = device.events.size(); i > 0 && !open.empty(); --i) {
        const Action action = device.events.action()[i - 1];
        const std::uint64_t address = device.events.address()[i - 1];
        const auto covers = [&](const SegmentInfo& segment) {
            return address >= segment.address && address - segment.address < segment.totalSize;
        };
        if (action != Action::SegmentAlloc && action != Action::SegmentMap)
            continue;
        const auto found = std::find_if(open.begin(), open.end(), covers);
        if (found == open.end())
            continue;
        m_pools.emplace_back(i - 1, found->pool);
        if (action == Action::SegmentAlloc)
            open.erase(found);
    }
    std::reverse(m_pools.begin(), m_pools.end());
}

PoolSlot PoolHints::poolOf(std::size_t number) const
{
    const auto found = std::lower_bound(m_pools.begin(), m_pools.end(), std::pair(number, PoolSlot(0)));
    return found != m_pools.end() && found->first == number ? found->second : PoolSlot(0);
}

} // namespace tidemark
