// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/snapshot/slot_map.h"
#include "core/files/snapshot/snapshot_records.h"
#include "core/trace/event_columns.h"

namespace tidemark {

// The streams and pools of one device by slot, growing.
struct DeviceSlots {
    SlotMap<std::uint64_t, StreamSlot> streams;
    SlotMap<PoolId, PoolSlot, PoolIdHash> pools;
};

// One list of trace entries: a device's events, before it is known which device's.
class TraceList {
public:
    void append(const EventRecord& event)
    {
        m_events.append({event.timeUs, event.address, event.size, event.context,
            m_slots.streams.slot(event.stream), m_slots.pools.slot(event.pool), event.action});
    }

    EventRecord at(std::size_t i) const
    {
        const Event event = m_events[i];
        return {event.timeUs, event.address, event.size, m_slots.streams[event.stream],
            m_slots.pools[event.pool], event.context, event.action};
    }

    const EventColumns& events() const { return m_events; }
    const DeviceSlots& slots() const { return m_slots; }

    bool cut = false; // the file ended inside this list

private:
    EventColumns m_events;
    DeviceSlots m_slots;
};

} // namespace tidemark
