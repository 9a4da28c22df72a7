// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/recorder.h"

#include "core/files/tide/tide_format.h"
#include "core/record/longest_name.h"
#include "core/record/stream_thread.h"

#include <cerrno>
#include <deque>
#include <fcntl.h>
#include <fmt/format.h>
#include <numeric>
#include <system_error>

namespace tidemark {

namespace {

Recording describe(const RunDescription& run)
{
    Recording recording;
    recording.producer = run.producer;
    recording.workload = run.workload;
    recording.allocatorConf = run.allocatorConf;
    recording.settings = run.settings;
    for (const RecordedDevice& recorded : run.devices) {
        Device& device = recording.devices.emplace_back();
        device.ordinal = recorded.ordinal;
        device.name = recorded.name;
        device.capacity = recorded.capacity;
        device.history = History::Whole;
    }
    return recording;
}

} // namespace

class Recorder::Impl {
public:
    Impl(int fd, const RunDescription& run, std::size_t bufferBytes)
        : inbox(run.devices.size(), bufferBytes)
        , thread(fd, inbox, describe(run))
    {
        for (std::uint16_t device = 0; device < run.devices.size(); ++device)
            devices.emplace_back(device, inbox, thread);
    }

    RecorderInbox inbox;
    StreamThread thread;
    std::deque<DeviceRecorder> devices;
};

Expected<std::unique_ptr<Recorder>> Recorder::start(
    int fd, const RunDescription& run, std::size_t bufferBytes)
{
    if (run.devices.empty() || run.devices.size() > tide::maxDevices)
        return fail(
            fmt::format("Recording cannot begin: a recording has 1 to {} devices, but {} are asked for.",
                tide::maxDevices, run.devices.size()));
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

std::size_t Recorder::deviceCount() const
{
    return m_impl->devices.size();
}

DeviceRecorder& Recorder::device(std::size_t index)
{
    return m_impl->devices.at(index);
}

void Recorder::enter(FrameKind kind, std::string_view name)
{
    m_impl->inbox.contexts.enter(kind, cutName(name));
}

void Recorder::leave()
{
    m_impl->inbox.contexts.leave();
}

void Recorder::beginAnnotation(AnnotationKind kind, std::string_view name)
{
    m_impl->inbox.messages.beginAnnotation(
        kind, m_impl->inbox.contexts.string(cutName(name)), MessageQueue::allDevices);
}

void Recorder::endAnnotation(AnnotationKind kind, std::string_view name)
{
    m_impl->inbox.messages.endAnnotation(
        kind, m_impl->inbox.contexts.string(cutName(name)), MessageQueue::allDevices);
}

void Recorder::mark(MarkKind kind, std::string_view name, std::int64_t value)
{
    Mark mark;
    mark.device = MessageQueue::allDevices;
    mark.kind = kind;
    mark.name = m_impl->inbox.contexts.string(cutName(name));
    mark.value = value;
    m_impl->inbox.messages.add(mark);
}

void Recorder::answer(const Answer& answer)
{
    Answer copy = answer;
    copy.command = cutName(answer.command);
    copy.text = cutName(answer.text);
    m_impl->inbox.messages.add(copy);
    m_impl->thread.wake();
}

void Recorder::status(const RecorderStatus& status)
{
    RecorderStatus copy = status;
    copy.text = cutName(status.text);
    m_impl->inbox.messages.add(copy);
    m_impl->thread.wake();
}

std::uint64_t Recorder::lostEvents() const
{
    return std::accumulate(m_impl->devices.begin(), m_impl->devices.end(), std::uint64_t(0),
        [](std::uint64_t lost, const DeviceRecorder& device) { return lost + device.lostEvents(); });
}

Expected<void> Recorder::finish()
{
    return m_impl->thread.finish();
}

} // namespace tidemark
