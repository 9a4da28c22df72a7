// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/profile/kineto_trace.h"

#include "core/base/bytes.h"
#include "core/files/profile/curve_maker.h"
#include "core/files/profile/time_units.h"
#include "core/files/profile/trace_events.h"
#include "core/trace/recording_builder.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

namespace tidemark {

namespace {

// The first key that tells a trace from other JSON.
class TraceShape : public JsonEvents {
public:
    bool isTrace() const { return m_isTrace; }

    bool start_array(std::size_t)
    {
        ++m_depth;
        m_isList = m_isList || m_depth == 1;
        return true;
    }
    bool end_array() { return --m_depth > 0; }
    bool start_object(std::size_t) { return ++m_depth > 0; }
    bool end_object() { return --m_depth > (m_isList ? 1U : 0U); }
    bool key(std::string& text)
    {
        static constexpr std::array<std::string_view, 4> ofTrace = {
            "traceEvents", "baseTimeNanoseconds", "deviceProperties", "displayTimeUnit"};
        if (m_depth == 1 && (text == "segments" || text == "device_traces"))
            return false; // a snapshot
        // In the bare list of events, the first one's.
        m_isTrace = m_isList
            ? m_depth == 2 && text == "ph"
            : m_depth == 1 && std::find(ofTrace.begin(), ofTrace.end(), text) != ofTrace.end();
        return !m_isTrace;
    }

private:
    std::size_t m_depth = 0;
    bool m_isList = false;
    bool m_isTrace = false;
};

// Values of c10::DeviceType.
constexpr std::int64_t cpuType = 0;
constexpr std::int64_t cudaType = 1;

struct DeviceKey {
    std::int64_t type = cudaType;
    std::int64_t id = 0;

    auto operator<=>(const DeviceKey&) const = default;
};

DeviceKey deviceOf(const TraceEvent& event)
{
    const std::int64_t id = event.deviceId.value_or(0);
    constexpr std::int64_t mostTypes = 63;
    constexpr std::int64_t mostDevices = 255;
    const std::int64_t type =
        std::clamp<std::int64_t>(event.deviceType.value_or(id < 0 ? cpuType : cudaType), 0, mostTypes);
    return {type, type == cpuType ? -1 : std::clamp<std::int64_t>(id, 0, mostDevices)};
}

std::string nameOf(const DeviceKey& key, std::span<const TraceDevice> devices)
{
    static const std::map<std::int64_t, std::string> others = {
        {cpuType, "cpu"}, {9, "xla"}, {12, "xpu"}, {13, "mps"}, {15, "hpu"}, {19, "mtia"}};
    if (const auto other = others.find(key.type); other != others.end())
        return other->second;
    const auto found = std::find_if(
        devices.begin(), devices.end(), [&](const TraceDevice& device) { return device.id == key.id; });
    return found == devices.end() ? std::string() : found->name;
}

// The events of one device as its curves.
class DeviceCurves {
public:
    void add(std::int64_t timeUs, const TraceEvent& event)
    {
        // Before PyTorch 1.11 there were no totals: what was gained and lost since the trace began is summed.
        m_sum = static_cast<std::int64_t>(
            static_cast<std::uint64_t>(m_sum) + static_cast<std::uint64_t>(event.bytes.value_or(0)));
        m_hasTotals = m_hasTotals || event.totalAllocated;
        if (event.totalAllocated || !m_hasTotals)
            m_allocated.add(timeUs, event.totalAllocated.value_or(m_sum));
        if (event.totalReserved)
            m_reserved.add(timeUs, *event.totalReserved);
        m_end = timeUs;
    }

    bool hasTotals() const { return m_hasTotals; }

    std::vector<SampledCurve> take()
    {
        std::vector<SampledCurve> curves;
        m_allocated.end(m_end);
        m_reserved.end(m_end);
        curves.push_back(m_allocated.take());
        if (!m_reserved.isZero())
            curves.push_back(m_reserved.take());
        return curves;
    }

private:
    CurveMaker m_allocated{"allocated"};
    CurveMaker m_reserved{"reserved"};
    std::int64_t m_sum = 0;
    std::int64_t m_end = 0;
    bool m_hasTotals = false;
};

// Builds the recording from what was picked out of a trace.
class TraceAssembly {
public:
    explicit TraceAssembly(TraceEventReader& trace)
        : m_trace(trace)
    { }

    Recording assemble(const JsonEnd& end);

private:
    std::int64_t timeOf(const TraceEvent& event) const
    {
        // Wraps rather than overflows, whatever a file says.
        return static_cast<std::int64_t>(
                   static_cast<std::uint64_t>(m_trace.baseTimeNs) + static_cast<std::uint64_t>(event.timeNs))
            / nanosecondsAMicrosecond;
    }
    void addDevices();
    void addMarks();
    void addNotes(const JsonEnd& end);

    TraceEventReader& m_trace;
    RecordingBuilder m_builder;
    std::map<DeviceKey, DeviceCurves> m_curves;
    std::map<DeviceKey, std::uint16_t> m_places;
};

void TraceAssembly::addDevices()
{
    // GPUs before the host: what people come for is shown first.
    std::vector<DeviceKey> keys;
    for (const auto& [key, curves] : m_curves)
        keys.push_back(key);
    std::stable_partition(keys.begin(), keys.end(), [](const DeviceKey& key) { return key.type != cpuType; });
    for (const DeviceKey& key : keys) {
        auto& devices = m_builder.recording().devices;
        m_places[key] = static_cast<std::uint16_t>(devices.size());
        Device& device = devices.emplace_back();
        device.ordinal = static_cast<int>(key.id);
        device.name = nameOf(key, m_trace.devices);
        for (const TraceDevice& known : m_trace.devices)
            if (key.type == cudaType && known.id == key.id)
                device.capacity = known.memory;
        device.curves = m_curves.at(key).take();
    }
}

void TraceAssembly::addMarks()
{
    for (const TraceEvent& event : m_trace.events) {
        const auto place = m_places.find(deviceOf(event));
        if (event.kind != TraceEvent::Kind::OutOfMemory || place == m_places.end())
            continue;
        Mark mark;
        mark.timeUs = timeOf(event);
        mark.device = place->second;
        mark.name = m_builder.string(
            fmt::format("out of memory: {} asked for", formatBytes(event.bytes.value_or(0))));
        m_builder.recording().marks.push_back(mark);
    }
}

void TraceAssembly::addNotes(const JsonEnd& end)
{
    Recording& recording = m_builder.recording();
    recording.complete = end.flaw.empty();
    if (!recording.complete)
        recording.warnings.push_back(end.flaw);
    recording.warnings.push_back("A profiler's trace has curves only: no segments or blocks.");
    const bool isSum = std::any_of(
        m_curves.begin(), m_curves.end(), [](const auto& entry) { return !entry.second.hasTotals(); });
    if (isSum)
        recording.warnings.push_back(
            "This trace does not say how much was allocated in all: its curves begin at "
            "zero and count what was allocated and freed since the trace began.");
}

Recording TraceAssembly::assemble(const JsonEnd& end)
{
    // Threads write their events apart.
    std::stable_sort(m_trace.events.begin(), m_trace.events.end(),
        [](const TraceEvent& left, const TraceEvent& right) { return left.timeNs < right.timeNs; });
    for (const TraceEvent& event : m_trace.events)
        if (event.kind == TraceEvent::Kind::Memory)
            m_curves[deviceOf(event)].add(timeOf(event), event);
    m_builder.recording().format = "torch.profiler trace (Chrome JSON)";
    addDevices();
    addMarks();
    addNotes(end);
    return m_builder.snapshot();
}

} // namespace

bool looksLikeTraceEvents(std::span<const std::byte> head)
{
    TraceShape shape;
    const char* text = reinterpret_cast<const char*>(head.data());
    nlohmann::json::sax_parse(text, text + head.size(), &shape);
    return shape.isTrace();
}

Expected<Recording> readTraceEvents(Content& content, const Reading& reading)
{
    TraceEventReader trace;
    const auto end = parseJson(content, trace, reading);
    if (!end)
        return tl::unexpected(end.error());
    const bool hasMemory = std::any_of(trace.events.begin(), trace.events.end(),
        [](const TraceEvent& event) { return event.kind == TraceEvent::Kind::Memory; });
    if (!hasMemory)
        return fail(fmt::format("it is a profiler's trace, and none of the {} events in it tells of memory. "
                                "Record with torch.profiler.profile(profile_memory=True).",
            formatExact(static_cast<std::int64_t>(trace.otherEvents))));
    return TraceAssembly(trace).assemble(*end);
}

} // namespace tidemark
