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

MessageQueue::MessageQueue(const EventBuffer& events, const WallClock& clock, std::size_t mostBytes)
    : m_events(events)
    , m_clock(clock)
    , m_mostBytes(mostBytes)
{ }

void MessageQueue::add(Mark mark)
{
    const std::lock_guard lock(m_mutex);
    if (!hasRoom(sizeof(Message)))
        return;
    mark.event = m_events.accepted();
    mark.timeUs = m_clock.now();
    m_messages.emplace_back(mark);
}

void MessageQueue::add(StatsSample sample)
{
    const std::lock_guard lock(m_mutex);
    if (!hasRoom(bytesOf(sample)))
        return;
    m_messages.emplace_back(std::move(sample));
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

void MessageQueue::beginAnnotation(AnnotationKind kind, StringIndex name)
{
    const std::lock_guard lock(m_mutex);
    if (!hasRoom(sizeof(Message))) {
        m_open.push_back({kind, name, wasDropped});
        return;
    }
    Annotation annotation;
    annotation.startUs = m_clock.now();
    annotation.startEvent = m_events.accepted();
    annotation.name = name;
    annotation.kind = kind;
    m_messages.emplace_back(annotation);
    m_open.push_back({kind, name, m_annotations++});
}

void MessageQueue::endAnnotation(AnnotationKind kind, StringIndex name)
{
    const std::lock_guard lock(m_mutex);
    const auto found = std::find_if(m_open.rbegin(), m_open.rend(),
        [&](const OpenAnnotation& open) { return open.kind == kind && open.name == name; });
    if (found == m_open.rend() || m_isClosed)
        return;
    const std::uint64_t number = found->number;
    m_open.erase(std::next(found).base());
    if (number != wasDropped)
        m_messages.emplace_back(tide::AnnotationEnd{number, m_clock.now(), m_events.accepted()});
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
