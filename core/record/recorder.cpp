// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/recorder.h"

#include "core/record/stream_thread.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <system_error>

namespace tidemark {

namespace {

constexpr std::size_t longestName = 64 * 1024; // longer names and texts are cut

std::string_view cut(std::string_view text)
{
    return text.substr(0, longestName);
}

Recording describe(const RunDescription& run)
{
    Recording recording;
    recording.producer = run.producer;
    recording.workload = run.workload;
    recording.allocatorConf = run.allocatorConf;
    recording.settings = run.settings;
    Device& device = recording.devices.emplace_back();
    device.ordinal = run.deviceOrdinal;
    device.name = run.deviceName;
    device.capacity = run.deviceCapacity;
    device.history = History::Whole;
    return recording;
}

} // namespace

class Recorder::Impl {
public:
    Impl(int fd, const RunDescription& run, std::size_t bufferBytes)
        : inbox(bufferBytes)
        , thread(fd, inbox, describe(run))
    { }

    RecorderInbox inbox;
    StreamThread thread;
};

Expected<std::unique_ptr<Recorder>> Recorder::start(
    int fd, const RunDescription& run, std::size_t bufferBytes)
{
    const int flags = fcntl(fd, F_GETFL);
    if (flags == -1)
        return fail(fmt::format("Recording cannot begin: file descriptor {} is of no use, {}.", fd,
            std::generic_category().message(errno)));
    if ((flags & O_ACCMODE) == O_RDONLY)
        return fail(fmt::format("Recording cannot begin: file descriptor {} is open for reading only.", fd));
    try {
        return std::unique_ptr<Recorder>(new Recorder(std::make_unique<Impl>(fd, run, bufferBytes)));
    } catch (const std::system_error& error) { // no thread was to be had
        return fail(fmt::format("Recording cannot begin: {}.", error.code().message()));
    }
}

Recorder::Recorder(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{ }

Recorder::~Recorder() = default;

void Recorder::onEvent(const AllocatorEvent& event) noexcept
{
    const StampedEvent stamped = {monotonicNanoseconds(), event.address, event.size, event.stream,
        event.pool.first, event.pool.second, m_impl->inbox.contexts.current().value, event.action};
    if (m_impl->inbox.events.push(stamped) == EventBuffer::Pushed::BeganChunk)
        m_impl->thread.wake();
}

void Recorder::enter(FrameKind kind, std::string_view name)
{
    m_impl->inbox.contexts.enter(kind, cut(name));
}

void Recorder::leave()
{
    m_impl->inbox.contexts.leave();
}

void Recorder::beginAnnotation(AnnotationKind kind, std::string_view name)
{
    m_impl->inbox.messages.beginAnnotation(kind, m_impl->inbox.contexts.string(cut(name)));
}

void Recorder::endAnnotation(AnnotationKind kind, std::string_view name)
{
    m_impl->inbox.messages.endAnnotation(kind, m_impl->inbox.contexts.string(cut(name)));
}

void Recorder::mark(MarkKind kind, std::string_view name, std::int64_t value)
{
    Mark mark;
    mark.kind = kind;
    mark.name = m_impl->inbox.contexts.string(cut(name));
    mark.value = value;
    m_impl->inbox.messages.add(mark);
}

void Recorder::stats(std::string_view name, const MemoryStats& stats)
{
    this->stats(name, stats, eventCount());
}

void Recorder::stats(std::string_view name, const MemoryStats& stats, std::uint64_t event)
{
    StatsSample sample;
    sample.event = event;
    sample.name = cut(name);
    sample.values = stats.flattened();
    m_impl->inbox.messages.add(std::move(sample));
}

std::uint64_t Recorder::eventCount() const
{
    return m_impl->inbox.events.accepted();
}

void Recorder::answer(const Answer& answer)
{
    Answer copy = answer;
    copy.command = cut(answer.command);
    copy.text = cut(answer.text);
    m_impl->inbox.messages.add(copy);
    m_impl->thread.wake();
}

void Recorder::status(const RecorderStatus& status)
{
    RecorderStatus copy = status;
    copy.text = cut(status.text);
    m_impl->inbox.messages.add(copy);
    m_impl->thread.wake();
}

void Recorder::finalState(std::vector<AllocatorSegment> segments)
{
    m_impl->thread.setFinalState(std::move(segments));
}

std::uint64_t Recorder::lostEvents() const
{
    return m_impl->inbox.events.dropped() + m_impl->thread.unwrittenEvents();
}

Expected<void> Recorder::finish()
{
    return m_impl->thread.finish();
}

} // namespace tidemark
