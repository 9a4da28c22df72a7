// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide/tide_encoder.h"

#include <algorithm>

namespace tidemark::tide {

namespace {

// Calls use(first, count) for one frame's worth of rows after the other.
template <class Use>
void inFrames(std::size_t begin, std::size_t end, Use use)
{
    while (begin < end) {
        const std::size_t count = std::min(end - begin, maxRows);
        use(begin, count);
        begin += count;
    }
}

std::uint64_t word(std::int64_t value)
{
    return static_cast<std::uint64_t>(value);
}

void putFigures(PayloadWriter& payload, const std::vector<std::pair<std::string, std::int64_t>>& figures)
{
    payload.rows(figures.size());
    for (const auto& [name, value] : figures) {
        payload.text(name);
        payload.signedVarint(value);
    }
}

void putSettings(PayloadWriter& payload, const std::vector<Setting>& settings)
{
    payload.rows(settings.size());
    for (const Setting& setting : settings) {
        payload.text(setting.name);
        payload.text(setting.value);
    }
}

// What a recording was converted from; empty for one that was .tide from the beginning.
std::string_view sourceFormat(std::string_view format)
{
    if (!format.starts_with(ownFormat))
        return format;
    format.remove_prefix(ownFormat.size());
    if (format.starts_with(fromFormat))
        format.remove_prefix(fromFormat.size());
    return format;
}

} // namespace

TideEncoder::TideEncoder()
{
    m_frames.writeHeader();
}

PayloadWriter& TideEncoder::begin()
{
    m_payload.clear();
    return m_payload;
}

void TideEncoder::finish(FrameType type)
{
    m_leftOut = !m_frames.write(type, m_payload) || m_leftOut;
}

void TideEncoder::run(const Recording& recording)
{
    PayloadWriter& payload = begin();
    const std::pair<std::string_view, std::string_view> facts[] = {{"format", sourceFormat(recording.format)},
        {"producer", recording.producer}, {"workload", recording.workload},
        {"allocator_conf", recording.allocatorConf}};
    payload.rows(std::size(facts));
    for (const auto& [key, value] : facts) {
        payload.text(key);
        payload.text(value);
    }
    putSettings(payload, recording.settings);
    finish(FrameType::Run);
}

void TideEncoder::device(std::size_t index, const Device& device)
{
    PayloadWriter& payload = begin();
    payload.varint(index);
    payload.signedVarint(device.ordinal);
    payload.text(device.name);
    payload.varint(device.capacity);
    payload.byte(static_cast<std::uint8_t>(device.history));
    payload.varint(device.lostEvents);
    payload.text(device.source);
    payload.text(device.allocatorConf);
    putSettings(payload, device.settings);
    finish(FrameType::Device);
}

void TideEncoder::deviceSlots(
    std::size_t index, const Device& device, std::size_t firstStream, std::size_t firstPool)
{
    PayloadWriter& payload = begin();
    payload.varint(index);
    payload.varint(firstStream);
    payload.rows(device.streams.size() - firstStream);
    for (std::size_t i = firstStream; i < device.streams.size(); ++i)
        payload.varint(device.streams[i]);
    payload.varint(firstPool);
    payload.rows(device.pools.size() - firstPool);
    for (std::size_t i = firstPool; i < device.pools.size(); ++i) {
        payload.varint(device.pools[i].first);
        payload.varint(device.pools[i].second);
    }
    finish(FrameType::Slots);
}

void TideEncoder::events(std::size_t index, std::uint64_t firstEvent, const EventSpans& events)
{
    inFrames(0, events.action.size(), [&](std::size_t first, std::size_t count) {
        const EventSpans part = {events.timeUs.subspan(first, count), events.address.subspan(first, count),
            events.size.subspan(first, count), events.context.subspan(first, count),
            events.stream.subspan(first, count), events.pool.subspan(first, count),
            events.action.subspan(first, count)};
        eventRows(index, firstEvent + first, part);
    });
}

void TideEncoder::eventRows(std::size_t index, std::uint64_t firstEvent, const EventSpans& events)
{
    const std::size_t count = events.action.size();
    PayloadWriter& payload = begin();
    payload.varint(index);
    payload.varint(firstEvent);
    payload.rows(count);
    payload.column(count, ColumnHint::Bytes,
        [&](std::size_t i) { return static_cast<std::uint64_t>(events.action[i]); });
    payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return word(events.timeUs[i]); });
    payload.column(count, ColumnHint::Repeating, [&](std::size_t i) { return events.address[i]; });
    payload.column(count, ColumnHint::Repeating, [&](std::size_t i) { return events.size[i]; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return events.context[i].value; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return events.stream[i]; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return events.pool[i]; });
    finish(FrameType::Events);
}

void TideEncoder::curves(std::size_t index, std::span<const SampledCurve> curves)
{
    for (std::size_t number = 0; number < curves.size(); ++number) {
        const std::size_t size = curves[number].timeUs.size();
        if (size == 0) // its name alone
            curveRows(index, number, curves[number], 0, 0);
        inFrames(0, size, [&](std::size_t first, std::size_t count) {
            curveRows(index, number, curves[number], first, count);
        });
    }
}

void TideEncoder::curveRows(
    std::size_t index, std::size_t number, const SampledCurve& curve, std::size_t first, std::size_t count)
{
    PayloadWriter& payload = begin();
    payload.varint(index);
    payload.varint(number);
    payload.text(curve.name);
    payload.rows(count);
    payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return word(curve.timeUs[first + i]); });
    payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return word(curve.bytes[first + i]); });
    finish(FrameType::Curve);
}

void TideEncoder::driver(std::size_t index, std::span<const DriverSample> samples)
{
    inFrames(0, samples.size(),
        [&](std::size_t first, std::size_t count) { driverRows(index, samples.subspan(first, count)); });
}

void TideEncoder::driverRows(std::size_t index, std::span<const DriverSample> samples)
{
    const std::size_t count = samples.size();
    const auto figure = [](std::int64_t bytes) { return bytes < 0 ? 0 : word(bytes) + 1; };
    PayloadWriter& payload = begin();
    payload.varint(index);
    payload.rows(count);
    payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return word(samples[i].timeUs); });
    payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return samples[i].event; });
    payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return figure(samples[i].used); });
    payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return figure(samples[i].nvmlUsed); });
    payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return figure(samples[i].processUsed); });
    payload.column(count, ColumnHint::Bytes,
        [&](std::size_t i) { return static_cast<std::uint64_t>(samples[i].processSource); });
    finish(FrameType::DriverSamples);
}

void TideEncoder::tensors(std::size_t index, std::span<const TensorLabel> labels)
{
    inFrames(0, labels.size(),
        [&](std::size_t first, std::size_t count) { tensorRows(index, labels.subspan(first, count)); });
}

void TideEncoder::tensorRows(std::size_t index, std::span<const TensorLabel> labels)
{
    const std::size_t count = labels.size();
    PayloadWriter& payload = begin();
    payload.varint(index);
    payload.rows(count);
    payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return labels[i].event; });
    payload.column(count, ColumnHint::Repeating, [&](std::size_t i) { return labels[i].address; });
    payload.column(count, ColumnHint::Repeating, [&](std::size_t i) { return labels[i].bytes; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return labels[i].name.value; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return labels[i].shape.value; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return labels[i].operation.value; });
    payload.column(count, ColumnHint::Bytes,
        [&](std::size_t i) { return static_cast<std::uint64_t>(labels[i].category); });
    payload.column(count, ColumnHint::Bytes,
        [&](std::size_t i) { return static_cast<std::uint64_t>(labels[i].dataType); });
    finish(FrameType::TensorLabels);
}

void TideEncoder::annotations(std::span<const Annotation> annotations)
{
    inFrames(0, annotations.size(),
        [&](std::size_t first, std::size_t count) { annotationRows(annotations.subspan(first, count)); });
}

void TideEncoder::annotationRows(std::span<const Annotation> annotations)
{
    const std::size_t count = annotations.size();
    PayloadWriter& payload = begin();
    payload.rows(count);
    payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return word(annotations[i].startUs); });
    payload.column(count, ColumnHint::Small,
        [&](std::size_t i) { return word(annotations[i].endUs) - word(annotations[i].startUs); });
    payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return annotations[i].startEvent; });
    payload.column(count, ColumnHint::Small,
        [&](std::size_t i) { return annotations[i].endEvent - annotations[i].startEvent; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return annotations[i].name.value; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return annotations[i].device; });
    payload.column(count, ColumnHint::Bytes,
        [&](std::size_t i) { return static_cast<std::uint64_t>(annotations[i].kind); });
    finish(FrameType::Annotations);
}

void TideEncoder::annotationEnds(std::span<const AnnotationEnd> ends)
{
    inFrames(0, ends.size(), [&](std::size_t first, std::size_t count) {
        const auto part = ends.subspan(first, count);
        PayloadWriter& payload = begin();
        payload.rows(count);
        payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return part[i].annotation; });
        payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return word(part[i].timeUs); });
        payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return part[i].event; });
        finish(FrameType::AnnotationEnds);
    });
}

void TideEncoder::marks(std::span<const Mark> marks)
{
    inFrames(0, marks.size(),
        [&](std::size_t first, std::size_t count) { markRows(marks.subspan(first, count)); });
}

void TideEncoder::markRows(std::span<const Mark> marks)
{
    const std::size_t count = marks.size();
    PayloadWriter& payload = begin();
    payload.rows(count);
    payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return word(marks[i].timeUs); });
    payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return marks[i].event; });
    payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return word(marks[i].value); });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return marks[i].name.value; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return marks[i].device; });
    payload.column(
        count, ColumnHint::Bytes, [&](std::size_t i) { return static_cast<std::uint64_t>(marks[i].kind); });
    finish(FrameType::Marks);
}

void TideEncoder::statistics(std::size_t index, std::span<const StatsSample> samples)
{
    constexpr std::size_t figuresPerFrame = 32 * 1024; // a frame ends with the sample that passes this
    while (!samples.empty()) {
        std::size_t count = 0;
        std::size_t figures = 0;
        while (count < samples.size() && count < maxRows && figures < figuresPerFrame)
            figures += samples[count++].values.size();
        statisticsRows(index, samples.first(count), figures);
        samples = samples.subspan(count);
    }
}

void TideEncoder::statisticsRows(std::size_t index, std::span<const StatsSample> samples, std::size_t figures)
{
    PayloadWriter& payload = begin();
    payload.varint(index);
    payload.rows(figures);
    payload.rows(samples.size());
    for (const StatsSample& sample : samples) {
        payload.varint(sample.event);
        payload.text(sample.name);
        putFigures(payload, sample.values);
    }
    finish(FrameType::Statistics);
}

void TideEncoder::answer(const Answer& answer)
{
    PayloadWriter& payload = begin();
    payload.text(answer.command);
    payload.byte(answer.ok ? 1 : 0);
    payload.text(answer.text);
    putFigures(payload, answer.figures);
    finish(FrameType::Answer);
}

void TideEncoder::status(const RecorderStatus& status)
{
    PayloadWriter& payload = begin();
    payload.byte(static_cast<std::uint8_t>(status.state));
    payload.signedVarint(status.step);
    payload.signedVarint(status.steps);
    payload.text(status.text);
    finish(FrameType::Status);
}

void TideEncoder::lostEvents(const LostEvents& lost)
{
    PayloadWriter& payload = begin();
    payload.varint(lost.device);
    payload.varint(lost.event);
    payload.varint(lost.count);
    payload.signedVarint(lost.timeUs);
    finish(FrameType::LostEvents);
}

void TideEncoder::warnings(std::span<const std::string> warnings)
{
    inFrames(0, warnings.size(), [&](std::size_t first, std::size_t count) {
        PayloadWriter& payload = begin();
        payload.rows(count);
        for (const std::string& warning : warnings.subspan(first, count))
            payload.text(warning);
        finish(FrameType::Warnings);
    });
}

void TideEncoder::end(bool complete)
{
    begin().byte(complete ? 1 : 0);
    finish(FrameType::End);
}

} // namespace tidemark::tide
