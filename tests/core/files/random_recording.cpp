// SPDX-License-Identifier: GPL-3.0-or-later
#include "random_recording.h"

#include "core/trace/recording_builder.h"

#include <algorithm>
#include <cstdlib>
#include <random>

namespace tidemark::tests {

namespace {

class Maker {
public:
    Maker(std::uint64_t seed, std::size_t events, std::size_t longestText)
        : m_random(seed)
        , m_events(events)
        , m_longestText(longestText)
    { }

    Recording make();

private:
    std::uint64_t below(std::uint64_t end) { return m_random() % end; }
    // Small, middling and huge numbers alike.
    std::uint64_t number() { return m_random() >> below(64); }
    std::int64_t signedNumber() { return static_cast<std::int64_t>(number() * (below(2) == 0 ? 1 : ~0ULL)); }
    std::string text();
    StringIndex name() { return {static_cast<std::uint32_t>(below(m_strings))}; }
    ContextIndex context() { return {static_cast<std::uint32_t>(below(m_contexts))}; }

    void makeTables();
    Device makeDevice(int ordinal);
    void makeEvents(Device& device);
    SegmentList makeState(const Device& device);
    std::vector<StatsSample> makeStatistics();
    std::vector<SampledCurve> makeCurves();
    Column<DriverSample> makeDriverSamples();
    Column<TensorLabel> makeLabels();
    void makeNotes(Recording& recording);

    std::mt19937_64 m_random;
    std::size_t m_events;
    std::size_t m_longestText;
    RecordingBuilder m_builder;
    std::uint64_t m_strings = 1;
    std::uint64_t m_stacks = 1;
    std::uint64_t m_contexts = 1;
};

std::string Maker::text()
{
    const std::size_t usual = std::min<std::size_t>(m_longestText, 30);
    std::string result(below(1 + (below(20) == 0 ? m_longestText : usual)), ' ');
    // Any byte: names in files from strangers need not be UTF-8.
    std::generate(result.begin(), result.end(), [this] { return static_cast<char>(below(256)); });
    return result;
}

void Maker::makeTables()
{
    for (std::uint64_t i = below(200); i > 0; --i)
        m_strings = std::max<std::uint64_t>(m_strings, m_builder.string(text()).value + 1);
    for (std::uint64_t i = below(200); i > 0; --i) {
        const Frame frame = {
            name(), name(), static_cast<std::uint32_t>(number()), static_cast<FrameKind>(below(3)), name()};
        const StackIndex caller = {static_cast<std::uint32_t>(below(m_stacks))};
        const StackIndex stack = m_builder.stack(m_builder.frame(frame), caller);
        m_stacks = std::max<std::uint64_t>(m_stacks, stack.value + 1);
    }
    const auto stack = [this] { return StackIndex{static_cast<std::uint32_t>(below(m_stacks))}; };
    for (std::uint64_t i = below(300); i > 0; --i) {
        const Context made = {stack(), stack(), name(), name(), name(), name(), name()};
        m_contexts = std::max<std::uint64_t>(m_contexts, m_builder.context(made).value + 1);
    }
}

void Maker::makeEvents(Device& device)
{
    Event event;
    event.timeUs = signedNumber();
    std::vector<std::uint64_t> addresses(1 + below(50));
    std::generate(addresses.begin(), addresses.end(), [this] { return number(); });
    const bool oneStream = below(2) == 0;
    for (std::size_t i = 0; i < m_events; ++i) {
        event.timeUs = below(50) == 0
            ? signedNumber()
            : static_cast<std::int64_t>(static_cast<std::uint64_t>(event.timeUs) + below(9));
        event.address = below(20) == 0 ? number() : addresses[below(addresses.size())];
        event.size = number();
        event.context = context();
        event.stream = oneStream ? StreamSlot(0) : static_cast<StreamSlot>(below(device.streams.size()));
        event.pool = static_cast<PoolSlot>(below(device.pools.size()));
        event.action = static_cast<Action>(below(12));
        device.events.append(event);
    }
}

SegmentList Maker::makeState(const Device& device)
{
    SegmentList state;
    for (std::uint64_t i = below(20); i > 0; --i) {
        SegmentInfo segment;
        segment.address = number();
        segment.firstBlock = static_cast<std::uint32_t>(state.blocks.size());
        segment.blockCount = static_cast<std::uint32_t>(1 + below(10));
        for (std::uint32_t block = 0; block < segment.blockCount; ++block) {
            const std::uint64_t event = below(3) == 0 ? BlockInfo::noEvent : below(m_events + 1);
            const std::uint64_t size = number() >> 8;
            state.blocks.push_back({segment.address + segment.totalSize, size, number(), event, context(),
                static_cast<BlockState>(below(3))});
            segment.totalSize += size;
        }
        segment.context = context();
        segment.stream = static_cast<StreamSlot>(below(device.streams.size()));
        segment.pool = static_cast<PoolSlot>(below(device.pools.size()));
        segment.isLarge = below(2) == 0;
        segment.isExpandable = below(2) == 0;
        state.segments.push_back(segment);
    }
    return state;
}

std::vector<StatsSample> Maker::makeStatistics()
{
    std::vector<StatsSample> statistics(below(4));
    for (StatsSample& sample : statistics) {
        sample.event = below(m_events + 1);
        sample.name = text();
        for (std::uint64_t i = below(120); i > 0; --i)
            sample.values.emplace_back(text(), signedNumber());
    }
    return statistics;
}

std::vector<SampledCurve> Maker::makeCurves()
{
    std::vector<SampledCurve> curves(below(4));
    for (SampledCurve& curve : curves) {
        curve.name = text();
        std::int64_t time = signedNumber() / 2;
        for (std::uint64_t i = below(m_events + 1); i > 0; --i) {
            time += static_cast<std::int64_t>(below(5));
            curve.timeUs.push_back(time);
            curve.bytes.push_back(signedNumber());
        }
    }
    return curves;
}

Column<DriverSample> Maker::makeDriverSamples()
{
    Column<DriverSample> samples;
    DriverSample sample;
    sample.timeUs = signedNumber() / 2;
    const auto figure = [this] { return below(4) == 0 ? DriverSample::unknown : signedNumber() & INT64_MAX; };
    for (std::uint64_t i = below(2) * below(m_events + 1); i > 0; --i) {
        sample.timeUs += static_cast<std::int64_t>(below(5));
        sample.event += below(3);
        sample.used = figure();
        sample.nvmlUsed = figure();
        sample.processUsed = figure();
        sample.processSource = static_cast<ProcessMemorySource>(below(3));
        samples.push_back(sample);
    }
    return samples;
}

Column<TensorLabel> Maker::makeLabels()
{
    Column<TensorLabel> labels;
    TensorLabel label;
    for (std::uint64_t i = below(2) * below(m_events + 1); i > 0; --i) {
        label.event += below(3);
        label.address = number();
        label.bytes = number();
        label.name = name();
        label.shape = name();
        label.operation = name();
        label.category = static_cast<MemoryCategory>(below(9)); // all but temporary, which none carries
        label.dataType = static_cast<DataType>(below(dataTypeCount));
        labels.push_back(label);
    }
    return labels;
}

Device Maker::makeDevice(int ordinal)
{
    Device device;
    device.ordinal = below(10) == 0 ? -ordinal : ordinal;
    device.name = text();
    device.capacity = number();
    device.history = static_cast<History>(below(3));
    device.lostEvents = number();
    for (std::uint64_t i = below(5); i > 0; --i)
        device.streams.push_back(number());
    for (std::uint64_t i = below(5); i > 0; --i)
        device.pools.push_back({number(), number()});
    makeEvents(device);
    if (below(2) == 0)
        device.before = makeState(device);
    if (below(4) != 0)
        device.after = makeState(device);
    device.statistics = makeStatistics();
    device.curves = makeCurves();
    device.driver = makeDriverSamples();
    device.tensors = makeLabels();
    if (below(2) == 0) {
        device.source = text();
        device.allocatorConf = text();
        device.settings.push_back({text(), text()});
    }
    return device;
}

void Maker::makeNotes(Recording& recording)
{
    const auto device = [&] { return static_cast<std::uint16_t>(below(recording.devices.size())); };
    for (std::uint64_t i = below(50); i > 0; --i) {
        Annotation annotation = {signedNumber(), Annotation::open, number(), UINT64_MAX, name(), device(),
            static_cast<AnnotationKind>(below(3))};
        if (below(3) != 0) {
            annotation.endUs = signedNumber();
            annotation.endEvent = number();
        }
        recording.annotations.push_back(annotation);
    }
    for (std::uint64_t i = below(50); i > 0; --i)
        recording.marks.push_back(
            {signedNumber(), number(), signedNumber(), name(), device(), static_cast<MarkKind>(below(6))});
    for (std::uint64_t i = below(3); i > 0; --i)
        recording.warnings.push_back(text());
}

Recording Maker::make()
{
    makeTables();
    Recording& recording = m_builder.recording();
    recording.format = "a format of the test's own";
    recording.producer = text();
    recording.workload = text();
    recording.allocatorConf = text();
    for (std::uint64_t i = below(5); i > 0; --i)
        recording.settings.push_back({text(), text()});
    const int devices = static_cast<int>(1 + below(3));
    for (int ordinal = 0; ordinal < devices; ++ordinal)
        recording.devices.push_back(makeDevice(ordinal));
    makeNotes(recording);
    recording.complete = below(4) != 0;
    return m_builder.snapshot();
}

} // namespace

Recording randomRecording(std::uint64_t seed, std::size_t events, std::size_t longestText)
{
    return Maker(seed, events, longestText).make();
}

std::uint64_t firstSeed()
{
    const char* seed = std::getenv("TIDEMARK_SEED");
    return seed == nullptr ? 1 : std::strtoull(seed, nullptr, 10);
}

} // namespace tidemark::tests
