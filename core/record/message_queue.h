// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/tide/tide_encoder.h"
#include "core/files/tide_messages.h"
#include "core/record/clock.h"
#include "core/record/event_buffer.h"
#include "core/trace/recording.h"

#include <cstddef>
#include <mutex>
#include <variant>
#include <vector>

namespace tidemark {

// Everything but events on its way to the writer, in the order in which it happened, each with the number of
// the event it happened before. What would take more than the bound is dropped and counted, apart from
// answers, statuses and the ends of annotations that were kept.
class MessageQueue {
public:
    using Message = std::variant<Mark, Annotation, tide::AnnotationEnd, StatsSample, Answer, RecorderStatus>;

    // `events` counts the events; both must outlive the queue.
    MessageQueue(const EventBuffer& events, const WallClock& clock, std::size_t mostBytes);

    void add(StatsSample sample); // with its event
    // Each of the others sets the time and the event.
    void add(Mark mark);
    void add(const Answer& answer);
    void add(const RecorderStatus& status);
    void beginAnnotation(AnnotationKind kind, StringIndex name);
    void endAnnotation(AnnotationKind kind, StringIndex name); // without a beginning: does nothing

    struct Batch {
        std::vector<Message> messages;
        std::uint64_t dropped = 0; // since the last batch
    };
    // All that waits. Every message's event is at most the number of events accepted after this call.
    Batch take();
    void close(); // later messages do nothing

private:
    struct OpenAnnotation {
        AnnotationKind kind;
        StringIndex name;
        std::uint64_t number;
    };
    static constexpr std::uint64_t wasDropped = UINT64_MAX; // as OpenAnnotation::number

    bool hasRoom(std::size_t bytes);

    const EventBuffer& m_events;
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
