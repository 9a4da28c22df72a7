// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/device_recorder.h"

#include "core/record/longest_name.h"
#include "core/record/recorder_inbox.h"
#include "core/record/stream_thread.h"

#include <utility>

namespace tidemark {

DeviceRecorder::DeviceRecorder(std::uint16_t index, RecorderInbox& inbox, StreamThread& thread)
    : m_events(inbox.events[index])
    , m_clock(inbox.eventClock)
    , m_contexts(inbox.contexts)
    , m_thread(thread)
    , m_messages(inbox.messages)
    , m_index(index)
{ }

void DeviceRecorder::onEvent(const AllocatorEvent& event) noexcept
{
    const StampedEvent stamped = {m_clock.ticks(), event.address, event.size, event.stream, event.pool.first,
        event.pool.second, m_contexts.current().value, event.action};
    if (m_events.push(stamped) == EventBuffer::Pushed::BeganChunk)
        m_thread.wake();
}

std::uint64_t DeviceRecorder::eventCount() const
{
    return m_events.accepted();
}

std::uint64_t DeviceRecorder::lostEvents() const
{
    return m_events.dropped() + m_thread.unwrittenEvents(m_index);
}

void DeviceRecorder::mark(MarkKind kind, std::string_view name, std::int64_t value)
{
    Mark mark;
    mark.device = m_index;
    mark.kind = kind;
    mark.name = m_contexts.string(cutName(name));
    mark.value = value;
    m_messages.add(mark);
}

void DeviceRecorder::beginAnnotation(AnnotationKind kind, std::string_view name)
{
    m_messages.beginAnnotation(kind, m_contexts.string(cutName(name)), m_index);
}

void DeviceRecorder::endAnnotation(AnnotationKind kind, std::string_view name)
{
    m_messages.endAnnotation(kind, m_contexts.string(cutName(name)), m_index);
}

void DeviceRecorder::stats(std::string_view name, const MemoryStats& stats)
{
    this->stats(name, stats, eventCount());
}

void DeviceRecorder::stats(std::string_view name, const MemoryStats& stats, std::uint64_t event)
{
    StatsSample sample;
    sample.event = event;
    sample.name = cutName(name);
    sample.values = stats.flattened();
    m_messages.add(MessageQueue::DeviceStats{m_index, std::move(sample)});
}

TensorLabel DeviceRecorder::labelOf(const Tensor& tensor)
{
    TensorLabel label;
    label.address = tensor.address;
    label.bytes = tensor.bytes;
    label.shape = m_contexts.string(cutName(tensor.shape));
    label.category = tensor.category;
    label.dataType = tensor.dataType;
    return label;
}

void DeviceRecorder::tensor(const Tensor& tensor)
{
    TensorLabel label = labelOf(tensor);
    label.name = m_contexts.string(cutName(tensor.name));
    label.operation = m_contexts.string(cutName(tensor.operation));
    m_messages.add(MessageQueue::DeviceTensor{m_index, label});
}

void DeviceRecorder::keptTensor(const Tensor& tensor)
{
    const ThreadContexts::Innermost inside = m_contexts.innermost();
    TensorLabel label = labelOf(tensor);
    label.name = inside.scope;
    label.operation =
        tensor.operation.empty() ? inside.operation : m_contexts.string(cutName(tensor.operation));
    m_messages.add(MessageQueue::DeviceTensor{m_index, label});
}

void DeviceRecorder::driver(DriverSample sample)
{
    m_messages.add(MessageQueue::DeviceReading{m_index, sample});
}

void DeviceRecorder::finalState(std::vector<AllocatorSegment> segments)
{
    m_thread.setFinalState(m_index, std::move(segments));
}

} // namespace tidemark
