// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/pool_hints.h"

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
    std::sort(open.begin(), open.end(),
        [](const SegmentInfo& a, const SegmentInfo& b) { return a.address < b.address; });
    std::size_t left = open.size();
    for (std::size_t i = device.events.size(); i > 0 && left > 0; --i) {
        const Action action = device.events.action()[i - 1];
        if (action != Action::SegmentAlloc && action != Action::SegmentMap)
            continue;
        const std::uint64_t address = device.events.address()[i - 1];
        const auto behind = std::upper_bound(open.begin(), open.end(), address,
            [](std::uint64_t wanted, const SegmentInfo& segment) { return wanted < segment.address; });
        if (behind == open.begin() || address - std::prev(behind)->address >= std::prev(behind)->totalSize)
            continue;
        SegmentInfo& segment = *std::prev(behind);
        m_pools.emplace_back(i - 1, segment.pool);
        if (action == Action::SegmentAlloc) {
            segment.totalSize = 0; // what was there before it was another segment
            --left;
        }
    }
    std::reverse(m_pools.begin(), m_pools.end());
}

PoolSlot PoolHints::poolOf(std::size_t number) const
{
    const auto found = std::lower_bound(m_pools.begin(), m_pools.end(), std::pair(number, PoolSlot(0)));
    return found != m_pools.end() && found->first == number ? found->second : PoolSlot(0);
}

} // namespace tidemark
