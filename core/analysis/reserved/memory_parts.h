// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/device_history.h"
#include "core/analysis/replay/memory_filter.h"

#include <vector>

namespace tidemark {

// The streams and pools that ever had a segment, as the events tell them one after the other.
class MemoryParts {
public:
    // Looks at the events that it has not seen yet. True when a part came.
    bool advance(const Device& device, const DeviceHistory& history);

    const std::vector<StreamSlot>& streams() const { return m_streams; } // ascending
    const std::vector<PoolSlot>& pools() const { return m_pools; }
    // Each stream where there are several, then each pool where there are several.
    std::vector<MemoryFilter> filters() const;

private:
    bool add(StreamSlot stream, PoolSlot pool);
    bool add(const SegmentList& list);

    std::vector<StreamSlot> m_streams;
    std::vector<PoolSlot> m_pools;
    std::size_t m_seen = 0;
    bool m_isBeginSeen = false;
};

} // namespace tidemark
