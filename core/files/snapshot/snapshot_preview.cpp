// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/snapshot/snapshot_preview.h"

namespace tidemark {

void SnapshotPreview::eventsAdded()
{
    constexpr unsigned callsBetweenLooks = 16; // old protocols add events one by one
    if (!m_reading.preview || ++m_calls % callsBetweenLooks != 0 || !m_clock.isDue())
        return;
    if (m_reading.stop.stop_requested())
        return;
    const Recording recording = made();
    if (!recording.devices.empty())
        m_reading.preview(recording);
}

// PyTorch writes the segments before the events, so that the devices which hold memory are known. A list of
// events more than those is not a device's.
void SnapshotPreview::collectOrdinals()
{
    constexpr std::int64_t maxOrdinal = 1023;
    for (; m_segmentsSeen < m_tables.segments.size(); ++m_segmentsSeen) {
        const std::int64_t ordinal = m_tables.segments[m_segmentsSeen].device;
        if (ordinal >= 0 && ordinal <= maxOrdinal)
            m_ordinals.insert(static_cast<int>(ordinal));
    }
}

Recording SnapshotPreview::made()
{
    collectOrdinals();
    Recording recording = m_tables.builder.snapshot();
    recording.complete = false;
    auto ordinal = m_ordinals.begin();
    for (std::size_t i = 0; i < m_tables.traces.size(); ++i) {
        if (!m_ordinals.empty() && ordinal == m_ordinals.end())
            break;
        const TraceList& trace = *m_tables.traces[i];
        Device device;
        device.ordinal = m_ordinals.empty() ? static_cast<int>(i) : *ordinal++;
        device.events = trace.events();
        device.streams = trace.slots().streams.values();
        device.pools = trace.slots().pools.values();
        device.history = History::Partial; // nobody knows yet
        recording.devices.push_back(std::move(device));
    }
    return recording;
}

} // namespace tidemark
