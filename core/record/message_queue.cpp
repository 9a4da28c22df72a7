// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/message_queue.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

// Roughly what a message takes in memory.
std::size_t bytesOf(const StatsSample& sample)
{
    constexpr std::size_t longNames = 32; // beside the pair itself
    return sizeof(MessageQueue::Message) + sample.values.size() * (sizeof(sample.values[0]) + longNames);
}

} // namespace

MessageQueue::MessageQueue(
    const std::deque<EventBuffer>& events, const WallClock& clock, std::size_t mostBytes)
    : m_events(events)
    , m_clock(clock)
    , m_mostBytes(mostBytes)
{ }

MessageQueue::Devices MessageQueue::devices(std::uint16_t device) const
{
    if (device == allDevices)
        return {0, static_cast<std::uint16_t>(m_events.size())};
    return {device, static_cast<std::uint16_t>(device + 1)};
}

void MessageQueue::add(Mark mark)
{
    const std::lock_guard lock(m_mutex);
    const Devices marked = devices(mark.device);
    if (!hasRoom(marked.count() * sizeof(Message)))
        return;
    mark.timeUs = m_clock.now();
    for (mark.device = marked.first; mark.device < marked.last; ++mark.device) {
        mark.event = m_events[mark.device].accepted();
        m_messages.emplace_back(mark);
    }
}

void MessageQueue::add(DeviceReading reading)
{
    const std::lock_guard lock(m_mutex);
    if (!hasRoom(sizeof(Message)))
        return;
    reading.sample.event = m_events[reading.device].accepted();
    reading.sample.timeUs = m_clock.now();
    m_messages.emplace_back(reading);
}

void MessageQueue::add(DeviceTensor tensor)
{
    const std::lock_guard lock(m_mutex);
    if (!hasRoom(sizeof(Message)))
        return;
    tensor.label.event = m_events[tensor.device].accepted();
    m_messages.emplace_back(tensor);
}

void MessageQueue::add(DeviceStats stats)
{
    const std::lock_guard lock(m_mutex);
    if (!hasRoom(bytesOf(stats.sample)))
        return;
    m_messages.emplace_back(std::move(stats));
}

void MessageQueue::add(const Answer& answer)
{
    const std::lock_guard lock(m_mutex);
    if (!m_isClosed)
        m_messages.emplace_back(answer);
}

void MessageQueue::add(const RecorderStatus& status)
{
    const std::lock_guard lock(m_mutex);
    if (!m_isClosed)
        m_messages.emplace_back(status);
}

void MessageQueue::beginAnnotation(AnnotationKind kind, StringIndex name, std::uint16_t device)
{
    const std::lock_guard lock(m_mutex);
    const Devices annotated = devices(device);
    if (!hasRoom(annotated.count() * sizeof(Message))) {
        m_open.push_back({kind, name, device, wasDropped});
        return;
    }
    Annotation annotation;
    annotation.startUs = m_clock.now();
    annotation.name = name;
    annotation.kind = kind;
    for (annotation.device = annotated.first; annotation.device < annotated.last; ++annotation.device) {
        annotation.startEvent = m_events[annotation.device].accepted();
        m_messages.emplace_back(annotation);
    }
    m_open.push_back({kind, name, device, m_annotations});
    m_annotations += annotated.count();
}

void MessageQueue::endAnnotation(AnnotationKind kind, StringIndex name, std::uint16_t device)
{
    const std::lock_guard lock(m_mutex);
    const auto found = std::find_if(m_open.rbegin(), m_open.rend(), [&](const OpenAnnotation& open) {
        return open.kind == kind && open.name == name && open.device == device;
    });
    if (found == m_open.rend() || m_isClosed)
        return;
    std::uint64_t number = found->number;
    m_open.erase(std::next(found).base());
    if (number == wasDropped)
        return;
    const std::int64_t now = m_clock.now();
    const Devices annotated = devices(device);
    for (std::uint16_t place = annotated.first; place < annotated.last; ++place)
        m_messages.emplace_back(tide::AnnotationEnd{number++, now, m_events[place].accepted()});
}

MessageQueue::Batch MessageQueue::take()
{
    const std::lock_guard lock(m_mutex);
    m_bytes = 0;
    return {std::exchange(m_messages, {}), std::exchange(m_dropped, 0)};
}

void MessageQueue::close()
{
    const std::lock_guard lock(m_mutex);
    m_isClosed = true;
}

// Whether so many more bytes may wait; counts them, or the message as dropped.
bool MessageQueue::hasRoom(std::size_t bytes)
{
    if (m_isClosed)
        return false;
    if (m_bytes + bytes > m_mostBytes) {
        ++m_dropped;
        return false;
    }
    m_bytes += bytes;
    return true;
}

} // namespace tidemark
