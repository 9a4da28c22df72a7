// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide/frame_appliers.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark::tide {

namespace {

AnnotationKind annotationKind(std::uint8_t number)
{
    return number <= static_cast<std::uint8_t>(AnnotationKind::Phase) ? static_cast<AnnotationKind>(number)
                                                                      : AnnotationKind::Range;
}

MarkKind markKind(std::uint8_t number)
{
    return number <= static_cast<std::uint8_t>(MarkKind::EventsLost) ? static_cast<MarkKind>(number)
                                                                     : MarkKind::Named;
}

ProcessMemorySource processSource(std::uint8_t number)
{
    return number <= static_cast<std::uint8_t>(ProcessMemorySource::DeviceGrowth)
        ? static_cast<ProcessMemorySource>(number)
        : ProcessMemorySource::Unknown;
}

MemoryCategory labelCategory(std::uint8_t number)
{
    return number <= static_cast<std::uint8_t>(MemoryCategory::Workspace)
        ? static_cast<MemoryCategory>(number)
        : MemoryCategory::Unexplained;
}

DataType labelDataType(std::uint8_t number)
{
    return number < dataTypeCount ? static_cast<DataType>(number) : DataType::Other;
}

// Frames hold the bytes plus 1, and 0 where they are not known.
std::int64_t driverFigure(std::uint64_t stored)
{
    return static_cast<std::int64_t>(stored - 1);
}

std::vector<std::pair<std::string, std::int64_t>> readFigures(PayloadReader& in, std::size_t most)
{
    std::vector<std::pair<std::string, std::int64_t>> figures;
    const std::size_t count = in.rows();
    if (count > most)
        in.refuse("it has more figures than it declares");
    for (std::size_t i = 0; in.ok() && i < count; ++i) {
        const std::string_view name = in.text();
        figures.emplace_back(name, in.signedVarint());
    }
    return figures;
}

// The last device that a row of a frame may name; refuses where there is none.
std::uint64_t lastDevice(DecodedStream& stream, PayloadReader& in)
{
    if (stream.recording().devices.empty())
        in.refuse("it comes before the first device");
    return stream.recording().devices.size() - 1;
}

} // namespace

std::vector<Setting> readSettings(PayloadReader& in)
{
    std::vector<Setting> settings;
    const std::size_t count = in.rows();
    for (std::size_t i = 0; in.ok() && i < count; ++i) {
        const std::string_view name = in.text();
        const std::string_view value = in.text();
        settings.push_back({std::string(name), std::string(value)});
    }
    return settings;
}

void applyRun(DecodedStream& stream, PayloadReader& in)
{
    Recording& recording = stream.recording();
    const std::size_t facts = in.rows();
    for (std::size_t i = 0; in.ok() && i < facts; ++i) {
        const std::string_view key = in.text();
        const std::string_view value = in.text();
        if (key == "format")
            recording.format =
                value.empty() ? std::string(ownFormat) : fmt::format("{}{}{}", ownFormat, fromFormat, value);
        else if (key == "producer")
            recording.producer = value;
        else if (key == "workload")
            recording.workload = value;
        else if (key == "allocator_conf")
            recording.allocatorConf = value;
    }
    std::vector<Setting> settings = readSettings(in);
    if (in.ok())
        recording.settings = std::move(settings);
}

void applyAnnotations(DecodedStream& stream, PayloadReader& in)
{
    const std::size_t count = in.rows();
    std::vector<std::int64_t> start;
    std::vector<std::uint64_t> duration;
    std::vector<std::uint64_t> startEvent;
    std::vector<std::uint64_t> events;
    std::vector<StringIndex> name;
    std::vector<std::uint16_t> device;
    std::vector<std::uint8_t> kind;
    in.column(start, count, UINT64_MAX, "start time");
    in.column(duration, count, UINT64_MAX, "duration");
    in.column(startEvent, count, UINT64_MAX, "start event");
    in.column(events, count, UINT64_MAX, "events");
    in.column(name, count, stream.strings - 1, "name");
    in.column(device, count, lastDevice(stream, in), "device");
    in.column(kind, count, UINT8_MAX, "kind");
    for (std::size_t i = 0; in.ok() && i < count; ++i) {
        const auto end = static_cast<std::int64_t>(static_cast<std::uint64_t>(start[i]) + duration[i]);
        stream.recording().annotations.push_back({start[i], end, startEvent[i], startEvent[i] + events[i],
            name[i], device[i], annotationKind(kind[i])});
    }
}

void applyAnnotationEnds(DecodedStream& stream, PayloadReader& in)
{
    std::vector<Annotation>& annotations = stream.recording().annotations;
    const std::size_t count = in.rows();
    std::vector<std::uint64_t> annotation;
    std::vector<std::int64_t> time;
    std::vector<std::uint64_t> event;
    in.column(annotation, count, UINT64_MAX, "annotation");
    in.column(time, count, UINT64_MAX, "end time");
    in.column(event, count, UINT64_MAX, "end event");
    for (std::size_t i = 0; in.ok() && i < count; ++i) {
        if (annotation[i] >= annotations.size()) {
            in.refuse(fmt::format("it ends annotation {}, which has not begun", annotation[i]));
            return;
        }
        annotations[annotation[i]].endUs = time[i];
        annotations[annotation[i]].endEvent = event[i];
    }
}

void applyMarks(DecodedStream& stream, PayloadReader& in)
{
    const std::size_t count = in.rows();
    std::vector<std::int64_t> time;
    std::vector<std::uint64_t> event;
    std::vector<std::int64_t> value;
    std::vector<StringIndex> name;
    std::vector<std::uint16_t> device;
    std::vector<std::uint8_t> kind;
    in.column(time, count, UINT64_MAX, "time");
    in.column(event, count, UINT64_MAX, "event");
    in.column(value, count, UINT64_MAX, "value");
    in.column(name, count, stream.strings - 1, "name");
    in.column(device, count, lastDevice(stream, in), "device");
    in.column(kind, count, UINT8_MAX, "kind");
    for (std::size_t i = 0; in.ok() && i < count; ++i)
        stream.recording().marks.push_back(
            {time[i], event[i], value[i], name[i], device[i], markKind(kind[i])});
}

void applyDriverSamples(DecodedStream& stream, PayloadReader& in)
{
    constexpr std::uint64_t mostBytes = std::uint64_t(1) << 63; // plus 1, as stored
    Device* device = readDevice(stream, in);
    const std::size_t count = in.rows();
    std::vector<std::int64_t> time;
    std::vector<std::uint64_t> event;
    std::vector<std::uint64_t> used;
    std::vector<std::uint64_t> nvmlUsed;
    std::vector<std::uint64_t> processUsed;
    std::vector<std::uint8_t> source;
    in.column(time, count, UINT64_MAX, "time");
    in.column(event, count, UINT64_MAX, "event");
    in.column(used, count, mostBytes, "bytes in use");
    in.column(nvmlUsed, count, mostBytes, "bytes in use by NVML");
    in.column(processUsed, count, mostBytes, "bytes of the process");
    in.column(source, count, UINT8_MAX, "source");
    if (!in.ok() || count == 0)
        return;
    const DriverSample* former = device->driver.empty() ? nullptr : &device->driver.back();
    if (!std::is_sorted(time.begin(), time.end()) || (former != nullptr && time.front() < former->timeUs))
        return in.refuse("its times go backwards");
    if (!std::is_sorted(event.begin(), event.end()) || (former != nullptr && event.front() < former->event))
        return in.refuse("its events go backwards");
    for (std::size_t i = 0; i < count; ++i)
        device->driver.push_back({time[i], event[i], driverFigure(used[i]), driverFigure(nvmlUsed[i]),
            driverFigure(processUsed[i]), processSource(source[i])});
}

void applyTensorLabels(DecodedStream& stream, PayloadReader& in)
{
    Device* device = readDevice(stream, in);
    const std::size_t count = in.rows();
    std::vector<std::uint64_t> event;
    std::vector<std::uint64_t> address;
    std::vector<std::uint64_t> bytes;
    std::vector<StringIndex> name;
    std::vector<StringIndex> shape;
    std::vector<StringIndex> operation;
    std::vector<std::uint8_t> category;
    std::vector<std::uint8_t> dataType;
    in.column(event, count, UINT64_MAX, "event");
    in.column(address, count, UINT64_MAX, "address");
    in.column(bytes, count, UINT64_MAX, "bytes");
    in.column(name, count, stream.strings - 1, "name");
    in.column(shape, count, stream.strings - 1, "shape");
    in.column(operation, count, stream.strings - 1, "operation");
    in.column(category, count, UINT8_MAX, "category");
    in.column(dataType, count, UINT8_MAX, "data type");
    if (!in.ok() || count == 0)
        return;
    const TensorLabel* former = device->tensors.empty() ? nullptr : &device->tensors.back();
    if (!std::is_sorted(event.begin(), event.end()) || (former != nullptr && event.front() < former->event))
        return in.refuse("its events go backwards");
    for (std::size_t i = 0; i < count; ++i)
        device->tensors.push_back({event[i], address[i], bytes[i], name[i], shape[i], operation[i],
            labelCategory(category[i]), labelDataType(dataType[i])});
}

void applyStatistics(DecodedStream& stream, PayloadReader& in)
{
    Device* device = readDevice(stream, in);
    std::size_t figuresLeft = in.rows();
    const std::size_t count = in.rows();
    for (std::size_t i = 0; in.ok() && i < count; ++i) {
        StatsSample sample;
        sample.event = in.varint();
        sample.name = in.text();
        sample.values = readFigures(in, figuresLeft);
        figuresLeft -= sample.values.size();
        if (in.ok())
            device->statistics.push_back(std::move(sample));
    }
}

void applyAnswer(DecodedStream& stream, PayloadReader& in)
{
    Answer answer;
    answer.command = in.text();
    answer.ok = in.byte() != 0;
    answer.text = in.text();
    answer.figures = readFigures(in, maxRows);
    if (in.ok())
        stream.answers.push_back(std::move(answer));
}

void applyStatus(DecodedStream& stream, PayloadReader& in)
{
    RecorderStatus status;
    const std::uint8_t state = in.byte();
    status.state = state <= static_cast<std::uint8_t>(RecorderState::Failed)
        ? static_cast<RecorderState>(state)
        : RecorderState::Running;
    status.step = in.signedVarint();
    status.steps = in.signedVarint();
    status.text = in.text();
    if (in.ok())
        stream.status = std::move(status);
}

void applyLostEvents(DecodedStream& stream, PayloadReader& in)
{
    Device* device = readDevice(stream, in);
    const std::uint64_t event = in.varint();
    const std::uint64_t count = in.varint(INT64_MAX, "count");
    const std::int64_t time = in.signedVarint();
    if (!in.ok())
        return;
    device->lostEvents += count;
    device->history = History::Partial;
    Mark mark;
    mark.timeUs = time;
    mark.event = event;
    mark.value = static_cast<std::int64_t>(count);
    mark.device = static_cast<std::uint16_t>(device - stream.recording().devices.data());
    mark.kind = MarkKind::EventsLost;
    stream.recording().marks.push_back(mark);
}

void applyWarnings(DecodedStream& stream, PayloadReader& in)
{
    const std::size_t count = in.rows();
    for (std::size_t i = 0; in.ok() && i < count; ++i) {
        const std::string_view warning = in.text();
        if (in.ok())
            stream.recording().warnings.emplace_back(warning);
    }
}

void applyEnd(DecodedStream& stream, PayloadReader& in)
{
    const bool isComplete = in.byte() != 0;
    if (!in.ok())
        return;
    stream.recording().complete = isComplete;
    stream.ended = true;
}

} // namespace tidemark::tide
