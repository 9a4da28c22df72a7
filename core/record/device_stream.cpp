// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/device_stream.h"

#include "core/record/segment_list_of.h"
#include "core/trace/recording_builder.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

constexpr std::size_t rowsPerFrame = 4 * EventBuffer::chunkSize;

} // namespace

DeviceStream::DeviceStream(std::uint16_t index, const Device& device, EventBuffer& events,
    const EventTimes& times, tide::TideEncoder& encoder)
    : m_index(index)
    , m_device(device)
    , m_events(events)
    , m_times(times)
    , m_encoder(encoder)
{
    m_encoder.device(m_index, m_device);
}

bool DeviceStream::encodeEvents(std::uint64_t end, bool keeps)
{
    while (m_rows.action.size() < rowsPerFrame) {
        const std::span<const StampedEvent> events = m_events.unread(end);
        if (events.empty())
            break;
        const std::uint64_t dropped = m_events.takeDroppedBefore();
        if (dropped > 0) {
            const std::int64_t time = timeOf(events.front());
            m_lost.push_back({m_index, m_events.consumed(), dropped, time});
            m_lostNoted += dropped;
        }
        if (keeps)
            collect(events);
        else
            m_unwritten.fetch_add(events.size(), std::memory_order_relaxed);
        m_events.consume(events.size());
    }
    encodeCollected();
    return m_events.consumed() < end;
}

// Never goes back, though two events may have been turned by different readings of the clocks.
std::int64_t DeviceStream::timeOf(const StampedEvent& event)
{
    m_latestUs = std::max(m_latestUs, m_times.microseconds(event.ticks));
    return m_latestUs;
}

void DeviceStream::collect(std::span<const StampedEvent> events)
{
    if (m_rows.action.empty())
        m_firstRow = m_events.consumed();
    for (const StampedEvent& event : events) {
        m_rows.timeUs.push_back(timeOf(event));
        m_rows.address.push_back(event.address);
        m_rows.size.push_back(event.size);
        m_rows.context.push_back({event.context});
        m_rows.stream.push_back(RecordingBuilder::streamSlot(m_device, event.stream));
        m_rows.pool.push_back(RecordingBuilder::poolSlot(m_device, {event.poolFirst, event.poolSecond}));
        m_rows.action.push_back(event.action);
    }
}

void DeviceStream::encodeCollected()
{
    if (m_rows.action.empty())
        return;
    encodeSlots();
    m_encoder.events(m_index, m_firstRow, m_rows.spans());
    m_rows.clear();
}

void DeviceStream::encodeSlots()
{
    if (m_device.streams.size() > m_streamsWritten || m_device.pools.size() > m_poolsWritten)
        m_encoder.deviceSlots(m_index, m_device, m_streamsWritten, m_poolsWritten);
    m_streamsWritten = m_device.streams.size();
    m_poolsWritten = m_device.pools.size();
}

void DeviceStream::encodeFinalState(std::span<const AllocatorSegment> segments)
{
    if (m_events.dropped() > 0)
        return;
    const SegmentList state = segmentListOf(segments, m_device);
    encodeSlots();
    m_encoder.state(m_index, tide::StateMoment::After, state);
}

std::vector<tide::LostEvents> DeviceStream::takeLosses()
{
    return std::exchange(m_lost, {});
}

std::optional<tide::LostEvents> DeviceStream::lossAtEnd(std::int64_t nowUs) const
{
    const std::uint64_t lost = m_events.dropped() - m_lostNoted;
    if (lost == 0)
        return std::nullopt;
    return tide::LostEvents{m_index, m_events.consumed(), lost, nowUs};
}

} // namespace tidemark
