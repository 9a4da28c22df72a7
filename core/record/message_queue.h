// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/tide/tide_encoder.h"
#include "core/files/tide_messages.h"
#include "core/record/clock.h"
#include "core/record/event_buffer.h"
#include "core/trace/recording.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <variant>
#include <vector>

namespace tidemark {

// Everything but events on its way to the writer, in the order in which it happened, each with the number of
// the event of its device it happened before. What would take more than the bound is dropped and counted,
// apart from answers, statuses and the ends of annotations that were kept.
class MessageQueue {
public:
    struct DeviceStats {
        std::uint16_t device = 0;
        StatsSample sample;
    };
    struct DeviceReading {
        std::uint16_t device = 0;
        DriverSample sample;
    };
    struct DeviceTensor {
        std::uint16_t device = 0;
        TensorLabel label;
    };
    using Message = std::variant<Mark, Annotation, tide::AnnotationEnd, DeviceStats, DeviceReading,
        DeviceTensor, Answer, RecorderStatus>;

    // In place of a device: a message for each one, with that device's own event.
    static constexpr std::uint16_t allDevices = UINT16_MAX;

    // `events` counts the events, by device; both must outlive the queue.
    MessageQueue(const std::deque<EventBuffer>& events, const WallClock& clock, std::size_t mostBytes);

    void add(DeviceStats stats); // with its event
    // Each of the others sets the time and the event.
    void add(Mark mark);
    void add(DeviceReading reading);
    void add(DeviceTensor tensor); // has no time
    void add(const Answer& answer);
    void add(const RecorderStatus& status);
    void beginAnnotation(AnnotationKind kind, StringIndex name, std::uint16_t device);
    // The innermost open one of that kind, name and device; without a beginning: does nothing.
    void endAnnotation(AnnotationKind kind, StringIndex name, std::uint16_t device);

    struct Batch {
        std::vector<Message> messages;
        std::uint64_t dropped = 0; // since the last batch
    };
    // All that waits. Every message's event is at most the number of its device's events accepted
    // after this call.
    Batch take();
    void close(); // later messages do nothing

private:
    struct OpenAnnotation {
        AnnotationKind kind;
        StringIndex name;
        std::uint16_t device; // or allDevices
        std::uint64_t number; // of the first, where there is one for each device
    };
    struct Devices { // from `first` on, before `last`
        std::uint16_t first;
        std::uint16_t last;
        std::size_t count() const { return std::size_t(last) - first; }
    };
    static constexpr std::uint64_t wasDropped = UINT64_MAX; // as OpenAnnotation::number

    Devices devices(std::uint16_t device) const;
    bool hasRoom(std::size_t bytes);

    const std::deque<EventBuffer>& m_events;
    const WallClock& m_clock;
    const std::size_t m_mostBytes;
    std::mutex m_mutex; // for what follows
    std::vector<Message> m_messages;
    std::vector<OpenAnnotation> m_open; // outermost first
    std::uint64_t m_annotations = 0; // begun and kept
    std::size_t m_bytes = 0;
    std::uint64_t m_dropped = 0;
    bool m_isClosed = false;
};

} // namespace tidemark
