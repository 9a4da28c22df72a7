// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide_file.h"

#include "core/files/output_file.h"
#include "core/files/tide/tide_encoder.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

// Everything of a recording in the order that tide-format.md asks for, written piece by piece.
class RecordingWriter {
public:
    RecordingWriter(
        const Recording& recording, OutputFile& file, Progress* progress, const std::stop_token& stop)
        : m_recording(recording)
        , m_file(file)
        , m_progress(progress)
        , m_stop(stop)
    { }

    Expected<void> write();

private:
    Expected<void> writeDescription();
    Expected<void> writeEvents(std::size_t index);
    Expected<void> writeNotes();
    Expected<void> flush();

    const Recording& m_recording;
    OutputFile& m_file;
    Progress* m_progress;
    const std::stop_token& m_stop;
    tide::TideEncoder m_encoder;
};

Expected<void> RecordingWriter::write()
{
    Expected<void> done = writeDescription();
    for (std::size_t index = 0; done && index < m_recording.devices.size(); ++index)
        done = writeEvents(index);
    if (done)
        done = writeNotes();
    return done;
}

Expected<void> RecordingWriter::writeDescription()
{
    m_encoder.run(m_recording);
    for (std::size_t index = 0; index < m_recording.devices.size(); ++index) {
        m_encoder.device(index, m_recording.devices[index]);
        m_encoder.deviceSlots(index, m_recording.devices[index], 0, 0);
    }
    m_encoder.tables(m_recording.strings, m_recording.frames, m_recording.stacks, m_recording.contexts);
    return flush();
}

Expected<void> RecordingWriter::writeEvents(std::size_t index)
{
    const Device& device = m_recording.devices[index];
    if (device.before)
        m_encoder.state(index, tide::StateMoment::Before, *device.before);
    for (std::size_t first = 0; first < device.events.size();) {
        const EventSpans events = device.events.run(first, device.events.size());
        m_encoder.events(index, first, events);
        first += events.action.size();
        if (m_progress != nullptr)
            m_progress->done += events.action.size();
        const Expected<void> flushed = flush();
        if (!flushed)
            return flushed;
    }
    if (device.after)
        m_encoder.state(index, tide::StateMoment::After, *device.after);
    m_encoder.statistics(index, device.statistics);
    m_encoder.curves(index, device.curves);
    for (std::size_t first = 0; first < device.driver.size();) {
        const auto samples = device.driver.run(first, device.driver.size());
        m_encoder.driver(index, samples);
        first += samples.size();
    }
    for (std::size_t first = 0; first < device.tensors.size();) {
        const auto labels = device.tensors.run(first, device.tensors.size());
        m_encoder.tensors(index, labels);
        first += labels.size();
    }
    return flush();
}

Expected<void> RecordingWriter::writeNotes()
{
    m_encoder.annotations(m_recording.annotations);
    m_encoder.marks(m_recording.marks);
    m_encoder.warnings(m_recording.warnings);
    m_encoder.end(m_recording.complete);
    return flush();
}

Expected<void> RecordingWriter::flush()
{
    if (m_stop.stop_requested())
        return fail("Saving was cancelled.");
    if (m_encoder.leftSomethingOut())
        return fail("The recording cannot be saved as .tide: it holds a text, or a list of figures, that is "
                    "longer than "
                    "32 MiB or 65,536 entries.");
    const Expected<void> written = m_file.write(m_encoder.bytes());
    m_encoder.clear();
    return written;
}

} // namespace

bool looksLikeTide(std::span<const std::byte> head)
{
    return head.size() >= tide::magic.size()
        && std::equal(tide::magic.begin(), tide::magic.end(), head.begin(),
            [](std::uint8_t expected, std::byte found) { return std::byte(expected) == found; });
}

Expected<void> writeTide(const Recording& recording, const std::filesystem::path& path, Progress* progress,
    const std::stop_token& stop)
{
    if (recording.devices.size() > tide::maxDevices)
        return fail(
            fmt::format("The recording cannot be saved as .tide: it has {} devices, and {} are the most.",
                recording.devices.size(), tide::maxDevices));
    std::size_t curves = 0;
    for (const Device& device : recording.devices)
        curves += device.curves.size();
    if (curves > tide::maxCurves)
        return fail(fmt::format(
            "The recording cannot be saved as .tide: it has {} sampled curves, and {} are the most.", curves,
            tide::maxCurves));
    if (progress != nullptr) {
        for (const Device& device : recording.devices)
            progress->total += device.events.size();
    }
    Expected<OutputFile> file = OutputFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    const Expected<void> written = RecordingWriter(recording, *file, progress, stop).write();
    return written ? file->commit() : written;
}

} // namespace tidemark
