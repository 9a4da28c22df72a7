// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_state.h"
#include "core/files/tide/event_rows.h"
#include "core/files/tide/tide_encoder.h"
#include "core/record/event_buffer.h"
#include "core/record/event_clock.h"
#include "core/trace/recording.h"

#include <atomic>
#include <optional>
#include <span>
#include <vector>

namespace tidemark {

// One device's part of the stream: takes its events from their buffer and makes frames of them. The writing
// thread's own, but for unwritten().
class DeviceStream {
public:
    // All must outlive this. Encodes the device's own frame.
    DeviceStream(std::uint16_t index, const Device& device, EventBuffer& events, const EventTimes& times,
        tide::TideEncoder& encoder);

    // Encodes about one frame of the events before number `end`; without `keeps` they are only counted. True:
    // there are more.
    bool encodeEvents(std::uint64_t end, bool keeps);
    // With events missing in between, the state would contradict those that are there: then does nothing.
    void encodeFinalState(std::span<const AllocatorSegment> segments);

    // Where events were dropped, since the last call.
    std::vector<tide::LostEvents> takeLosses();
    // Those behind the last event, once no more can come.
    std::optional<tide::LostEvents> lossAtEnd(std::int64_t nowUs) const;

    std::uint64_t accepted() const { return m_events.accepted(); }
    std::uint64_t encoded() const { return m_events.consumed(); }
    std::uint64_t unwritten() const { return m_unwritten.load(std::memory_order_relaxed); }

private:
    std::int64_t timeOf(const StampedEvent& event);
    void collect(std::span<const StampedEvent> events);
    void encodeCollected();
    void encodeSlots();

    const std::uint16_t m_index;
    Device m_device; // its streams and pools
    EventBuffer& m_events;
    const EventTimes& m_times;
    tide::TideEncoder& m_encoder;
    tide::EventRows m_rows; // events that wait to be encoded
    std::uint64_t m_firstRow = 0; // number of the first of them
    std::int64_t m_latestUs = INT64_MIN;
    std::size_t m_streamsWritten = 1;
    std::size_t m_poolsWritten = 1;
    std::vector<tide::LostEvents> m_lost;
    std::uint64_t m_lostNoted = 0;
    std::atomic<std::uint64_t> m_unwritten = 0;
};

} // namespace tidemark
