// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/stream_thread.h"

#include "core/record/segment_list_of.h"
#include "core/trace/recording_builder.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <pthread.h>
#include <utility>

namespace tidemark {

namespace {

constexpr std::size_t rowsPerFrame = 4 * EventBuffer::chunkSize;
constexpr std::size_t bytesPerWrite = 256 * 1024; // encoded bytes that are not kept back any longer

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};

// Signals are the workload's affair, and a broken pipe is an error value.
void blockSignals()
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

} // namespace

StreamThread::StreamThread(int fd, RecorderInbox& inbox, const Recording& run)
    : m_inbox(inbox)
    , m_writer(fd)
    , m_device(run.devices.front())
{
    m_encoder.run(run);
    m_encoder.device(0, m_device);
    m_thread = std::thread([this] { this->run(); });
}

StreamThread::~StreamThread()
{
    finish();
}

void StreamThread::wake()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isWoken = true;
    }
    m_changed.notify_one();
}

void StreamThread::setFinalState(std::vector<AllocatorSegment> segments)
{
    const std::lock_guard lock(m_mutex);
    m_finalState = std::move(segments);
}

Expected<void> StreamThread::finish()
{
    const std::lock_guard finishing(m_finishMutex);
    if (m_thread.joinable()) {
        {
            const std::lock_guard lock(m_mutex);
            m_mustFinish = true;
        }
        m_changed.notify_one();
        m_writer.hurry();
        m_thread.join();
    }
    return m_result;
}

void StreamThread::run()
{
    blockSignals();
    send();
    while (pause())
        writeRound();
    m_inbox.events.close();
    m_inbox.messages.close();
    writeRound();
    writeEnd();
}

bool StreamThread::pause()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, longestPause, [this] { return m_isWoken || m_mustFinish; });
    m_isWoken = false;
    return !m_mustFinish;
}

// Notes first taken, last written: so the events before each of them are among those written here.
void StreamThread::writeRound()
{
    MessageQueue::Batch batch = m_inbox.messages.take();
    const std::uint64_t end = m_inbox.events.accepted();
    writeTables();
    writeEvents(end);
    writeNotes(std::move(batch));
    send();
}

void StreamThread::writeTables()
{
    const ThreadContexts::Tables tables = m_inbox.contexts.tables();
    m_encoder.tables(tables.strings, tables.frames, tables.stacks, tables.contexts);
}

void StreamThread::writeEvents(std::uint64_t end)
{
    while (true) {
        const std::span<const StampedEvent> events = m_inbox.events.unread(end);
        if (events.empty())
            break;
        const std::uint64_t dropped = m_inbox.events.takeDroppedBefore();
        if (dropped > 0)
            noteDropped(dropped, m_inbox.clock.microseconds(events.front().timeNs));
        if (m_result)
            collect(events);
        else
            m_unwritten.fetch_add(events.size(), std::memory_order_relaxed);
        m_inbox.events.consume(events.size());
        if (m_rows.action.size() >= rowsPerFrame)
            writeCollected();
    }
    writeCollected();
}

void StreamThread::collect(std::span<const StampedEvent> events)
{
    if (m_rows.action.empty())
        m_firstRow = m_inbox.events.consumed();
    for (const StampedEvent& event : events) {
        m_rows.timeUs.push_back(m_inbox.clock.microseconds(event.timeNs));
        m_rows.address.push_back(event.address);
        m_rows.size.push_back(event.size);
        m_rows.context.push_back({event.context});
        m_rows.stream.push_back(RecordingBuilder::streamSlot(m_device, event.stream));
        m_rows.pool.push_back(RecordingBuilder::poolSlot(m_device, {event.poolFirst, event.poolSecond}));
        m_rows.action.push_back(event.action);
    }
}

void StreamThread::writeCollected()
{
    if (m_rows.action.empty())
        return;
    writeSlots();
    m_encoder.events(0, m_firstRow, m_rows.spans());
    m_rows.clear();
    if (m_encoder.bytes().size() >= bytesPerWrite)
        send();
}

void StreamThread::writeSlots()
{
    if (m_device.streams.size() > m_streamsWritten || m_device.pools.size() > m_poolsWritten)
        m_encoder.slots(0, m_device, m_streamsWritten, m_poolsWritten);
    m_streamsWritten = m_device.streams.size();
    m_poolsWritten = m_device.pools.size();
}

void StreamThread::noteDropped(std::uint64_t count, std::int64_t timeUs)
{
    m_lost.push_back({0, m_inbox.events.consumed(), count, timeUs});
    m_lostNoted += count;
}

StreamThread::Notes StreamThread::sorted(std::vector<MessageQueue::Message> messages)
{
    Notes notes;
    for (MessageQueue::Message& message : messages) {
        std::visit(Overloaded{
                       [&](Mark& mark) { notes.marks.push_back(mark); },
                       [&](Annotation& annotation) { notes.annotations.push_back(annotation); },
                       [&](tide::AnnotationEnd& end) { notes.ends.push_back(end); },
                       [&](StatsSample& sample) { notes.statistics.push_back(std::move(sample)); },
                       [&](auto& telling) { notes.tellings.emplace_back(std::move(telling)); },
                   },
            message);
    }
    return notes;
}

void StreamThread::writeNotes(MessageQueue::Batch batch)
{
    const Notes notes = sorted(std::move(batch.messages));
    writeMarksAndLosses(notes.marks);
    m_encoder.annotations(notes.annotations);
    m_encoder.annotationEnds(notes.ends);
    m_encoder.statistics(0, notes.statistics);
    for (const MessageQueue::Message& telling : notes.tellings) {
        if (const auto* answer = std::get_if<Answer>(&telling))
            m_encoder.answer(*answer);
        else if (const auto* status = std::get_if<RecorderStatus>(&telling))
            m_encoder.status(*status);
    }
    if (batch.dropped > 0)
        m_encoder.warnings({{fmt::format(
            "{} marks, annotations or statistics before event {} were dropped because the reader "
            "of the recording was too slow.",
            batch.dropped, m_inbox.events.consumed())}});
}

// In the order of their events.
void StreamThread::writeMarksAndLosses(std::span<const Mark> marks)
{
    for (const tide::LostEvents& lost : std::exchange(m_lost, {})) {
        const auto behind = std::find_if(
            marks.begin(), marks.end(), [&](const Mark& mark) { return mark.event > lost.event; });
        const auto before = static_cast<std::size_t>(behind - marks.begin());
        m_encoder.marks(marks.first(before));
        m_encoder.lostEvents(lost);
        marks = marks.subspan(before);
    }
    m_encoder.marks(marks);
}

void StreamThread::writeFinalState()
{
    const std::lock_guard lock(m_mutex);
    // With events missing in between, the state would contradict those that are there.
    if (!m_finalState || m_inbox.events.dropped() > 0)
        return;
    const SegmentList state = segmentListOf(*m_finalState, m_device);
    writeSlots();
    m_encoder.state(0, tide::StateMoment::After, state);
}

void StreamThread::writeEnd()
{
    const std::uint64_t lostAtEnd = m_inbox.events.dropped() - m_lostNoted;
    if (lostAtEnd > 0)
        m_encoder.lostEvents({0, m_inbox.events.consumed(), lostAtEnd, m_inbox.clock.now()});
    writeFinalState();
    m_encoder.end(true);
    send();
}

void StreamThread::send()
{
    if (m_result)
        m_result = m_writer.write(m_encoder.bytes());
    m_encoder.clear();
}

} // namespace tidemark
