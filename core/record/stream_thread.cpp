// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/stream_thread.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <pthread.h>
#include <utility>

namespace tidemark {

namespace {

constexpr std::size_t bytesPerWrite = 256 * 1024; // encoded bytes that are not kept back any longer

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>; // clang needs to be told before release 17

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
    , m_times(inbox.eventClock, inbox.clock)
    , m_writer(fd)
    , m_finalStates(run.devices.size())
{
    m_encoder.run(run);
    for (std::uint16_t device = 0; device < run.devices.size(); ++device)
        m_devices.emplace_back(device, run.devices[device], inbox.events[device], m_times, m_encoder);
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

void StreamThread::setFinalState(std::size_t device, std::vector<AllocatorSegment> segments)
{
    const std::lock_guard lock(m_mutex);
    m_finalStates[device] = std::move(segments);
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
    for (EventBuffer& events : m_inbox.events)
        events.close();
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
    std::vector<std::uint64_t> ends;
    std::transform(m_devices.begin(), m_devices.end(), std::back_inserter(ends),
        [](const DeviceStream& device) { return device.accepted(); });
    m_times.read();
    writeTables();
    for (std::size_t device = 0; device < ends.size(); ++device)
        writeEvents(device, ends[device]);
    writeNotes(std::move(batch));
    send();
}

void StreamThread::writeTables()
{
    const ThreadContexts::Tables tables = m_inbox.contexts.tables();
    m_encoder.tables(tables.strings, tables.frames, tables.stacks, tables.contexts);
}

void StreamThread::writeEvents(std::size_t device, std::uint64_t end)
{
    bool hasMore = true;
    while (hasMore) {
        hasMore = m_devices[device].encodeEvents(end, m_result.has_value());
        if (m_encoder.bytes().size() >= bytesPerWrite)
            send();
    }
}

StreamThread::Notes StreamThread::sorted(std::vector<MessageQueue::Message> messages) const
{
    Notes notes;
    notes.statistics.resize(m_devices.size());
    notes.driver.resize(m_devices.size());
    notes.tensors.resize(m_devices.size());
    for (MessageQueue::Message& message : messages) {
        std::visit(Overloaded{
                       [&](Mark& mark) { notes.marks.push_back(mark); },
                       [&](Annotation& annotation) { notes.annotations.push_back(annotation); },
                       [&](tide::AnnotationEnd& end) { notes.ends.push_back(end); },
                       [&](MessageQueue::DeviceStats& stats) {
                           notes.statistics[stats.device].push_back(std::move(stats.sample));
                       },
                       [&](MessageQueue::DeviceReading& reading) {
                           notes.driver[reading.device].push_back(reading.sample);
                       },
                       [&](MessageQueue::DeviceTensor& tensor) {
                           notes.tensors[tensor.device].push_back(tensor.label);
                       },
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
    for (std::size_t device = 0; device < m_devices.size(); ++device) {
        m_encoder.statistics(device, notes.statistics[device]);
        m_encoder.driver(device, notes.driver[device]);
        m_encoder.tensors(device, notes.tensors[device]);
    }
    for (const MessageQueue::Message& telling : notes.tellings) {
        if (const auto* answer = std::get_if<Answer>(&telling))
            m_encoder.answer(*answer);
        else if (const auto* status = std::get_if<RecorderStatus>(&telling))
            m_encoder.status(*status);
    }
    if (batch.dropped > 0)
        writeDropped(batch.dropped);
}

void StreamThread::writeDropped(std::uint64_t messages)
{
    std::vector<std::uint64_t> events;
    std::transform(m_devices.begin(), m_devices.end(), std::back_inserter(events),
        [](const DeviceStream& device) { return device.encoded(); });
    m_encoder.warnings({{fmt::format(
        "{} marks, annotations, labels or figures before event {} were dropped because the reader of the "
        "recording was too slow.",
        messages, fmt::join(events, " of one device and event "))}});
}

// By time, and those of one device in the order of its events.
void StreamThread::writeMarksAndLosses(std::span<const Mark> marks)
{
    std::vector<tide::LostEvents> losses;
    for (DeviceStream& device : m_devices) {
        const std::vector<tide::LostEvents> some = device.takeLosses();
        losses.insert(losses.end(), some.begin(), some.end());
    }
    std::stable_sort(losses.begin(), losses.end(),
        [](const tide::LostEvents& a, const tide::LostEvents& b) { return a.timeUs < b.timeUs; });
    for (const tide::LostEvents& lost : losses) {
        const auto behind = std::find_if(marks.begin(), marks.end(), [&](const Mark& mark) {
            return mark.device == lost.device ? mark.event > lost.event : mark.timeUs > lost.timeUs;
        });
        const auto before = static_cast<std::size_t>(behind - marks.begin());
        m_encoder.marks(marks.first(before));
        m_encoder.lostEvents(lost);
        marks = marks.subspan(before);
    }
    m_encoder.marks(marks);
}

void StreamThread::writeEnd()
{
    for (const DeviceStream& device : m_devices) {
        if (const auto lost = device.lossAtEnd(m_inbox.clock.now()))
            m_encoder.lostEvents(*lost);
    }
    {
        const std::lock_guard lock(m_mutex);
        for (std::size_t device = 0; device < m_devices.size(); ++device) {
            if (m_finalStates[device])
                m_devices[device].encodeFinalState(*m_finalStates[device]);
        }
    }
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
