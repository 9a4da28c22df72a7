// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_event.h"
#include "core/allocator/allocator_state.h"
#include "core/allocator/memory_stats.h"
#include "core/trace/recording.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tidemark {

class EventBuffer;
class EventClock;
class MessageQueue;
class StreamThread;
class ThreadContexts;
struct RecorderInbox;

// Takes the events of one device's allocator, and what concerns that device alone. It belongs to a Recorder,
// see Recorder::device(), and lives as long. All members may be called from any thread, onEvent() by one at a
// time: the allocator's lock sees to that. A mark, annotation or sample stands behind every event of this
// device that happened before the call, and before every one that happened after it.
class DeviceRecorder final : public AllocatorEventSink {
public:
    // `index` is the device's place in the recording; both must outlive this.
    DeviceRecorder(std::uint16_t index, RecorderInbox& inbox, StreamThread& thread);

    // Stamps time and the calling thread's context, its name included, on the event.
    void onEvent(const AllocatorEvent& event) noexcept override;

    // Events so far that were not dropped.
    std::uint64_t eventCount() const;
    std::uint64_t lostEvents() const; // that did not come into the stream

    void mark(MarkKind kind, std::string_view name, std::int64_t value = 0);
    // For a thread whose work is this device's alone, such as one copy of a model among several.
    void beginAnnotation(AnnotationKind kind, std::string_view name);
    // The innermost open one of that kind and name that was begun here.
    void endAnnotation(AnnotationKind kind, std::string_view name);

    void stats(std::string_view name, const MemoryStats& stats); // the allocator's own figures at this event
    // The same for figures that held when eventCount() was `event`. Must not go back behind earlier ones.
    void stats(std::string_view name, const MemoryStats& stats, std::uint64_t event);
    // A tensor that the program has now, see TensorLabel. May be called as often as tensors are made: texts
    // that came before cost a look into a table.
    struct Tensor {
        std::uint64_t address = 0; // of its storage
        std::uint64_t bytes = 0; // of its elements
        std::string_view name;
        std::string_view shape;
        std::string_view operation;
        MemoryCategory category = MemoryCategory::Unexplained;
        DataType dataType = DataType::Unknown;
    };
    void tensor(const Tensor& tensor);
    // One that is kept for the backward pass: its name is the innermost scope that the calling thread is in,
    // and its operation, unless one is given, the innermost operator that runs there.
    void keptTensor(const Tensor& tensor);
    void driver(DriverSample sample); // what the driver says now: time and event are set here

    // The segments as the allocator reports them after its last event, for readers that want to compare. They
    // go into the stream with its end.
    void finalState(std::vector<AllocatorSegment> segments);

private:
    TensorLabel labelOf(const Tensor& tensor);

    EventBuffer& m_events;
    const EventClock& m_clock;
    ThreadContexts& m_contexts;
    StreamThread& m_thread;
    MessageQueue& m_messages;
    const std::uint16_t m_index;
};

} // namespace tidemark
