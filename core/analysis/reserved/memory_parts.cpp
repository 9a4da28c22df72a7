// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/memory_parts.h"

#include <algorithm>

namespace tidemark {

namespace {

template <class Slot>
bool insert(std::vector<Slot>& slots, Slot slot)
{
    const auto place = std::lower_bound(slots.begin(), slots.end(), slot);
    if (place != slots.end() && *place == slot)
        return false;
    slots.insert(place, slot);
    return true;
}

} // namespace

bool MemoryParts::add(StreamSlot stream, PoolSlot pool)
{
    const bool isNewStream = insert(m_streams, stream);
    return insert(m_pools, pool) || isNewStream;
}

bool MemoryParts::add(const SegmentList& list)
{
    bool came = false;
    for (const SegmentInfo& segment : list.segments)
        came = add(segment.stream, segment.pool) || came;
    return came;
}

bool MemoryParts::advance(const Device& device, const DeviceHistory& history)
{
    bool came = false;
    if (!std::exchange(m_isBeginSeen, true))
        came = add(history.segmentsAt(device, 0));
    const std::size_t end = history.eventCount();
    while (m_seen < end) {
        const auto actions = device.events.action().run(m_seen, end);
        for (std::size_t i = 0; i < actions.size(); ++i) {
            if (actions[i] != Action::SegmentAlloc && actions[i] != Action::SegmentMap)
                continue;
            const Event event = history.followed(device, m_seen + i);
            came = add(event.stream, event.pool) || came;
        }
        m_seen += actions.size();
    }
    // The allocator itself may report other pools at the end than the events told.
    if (end == device.events.size() && device.after)
        came = add(history.segmentsAt(device, end)) || came;
    return came;
}

std::vector<MemoryFilter> MemoryParts::filters() const
{
    std::vector<MemoryFilter> filters;
    if (m_streams.size() > 1)
        for (const StreamSlot stream : m_streams)
            filters.push_back(MemoryFilter::ofStream(stream));
    if (m_pools.size() > 1)
        for (const PoolSlot pool : m_pools)
            filters.push_back(MemoryFilter::ofPool(pool));
    return filters;
}

} // namespace tidemark
