// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/snapshot/device_assembly.h"

#include "core/base/bytes.h"
#include "core/files/history_check.h"
#include "core/files/snapshot/annotation_assembly.h"
#include "core/files/snapshot/segment_assembly.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {
constexpr std::int64_t maxOrdinal = 1023;
constexpr std::string_view howToRecord =
    "To record what happens, call torch.cuda.memory._record_memory_history() before the run.";
} // namespace

DeviceAssembly::DeviceAssembly(SnapshotTables& tables, bool cut)
    : m_tables(tables)
    , m_cut(cut)
{
    const TopRecord& top = *tables.top;
    collectTraces(top.deviceTraces, false);
    collectTraces(top.hostTraces, true);
    collectSegments(top.segments, false);
    collectSegments(top.hostSegments, true);
    for (auto& [ordinal, parts] : m_parts) {
        if (ordinal >= 0)
            assemble(ordinal, parts);
    }
    for (auto& [ordinal, parts] : m_parts) {
        if (ordinal < 0)
            assemble(ordinal, parts);
    }
    if (m_devices.empty() && !m_cut)
        m_warnings.push_back(
            "The snapshot holds no events and no segments: nothing was allocated, or history was off.");
}

std::vector<ObjectEntry> DeviceAssembly::entriesOf(const Value& list) const
{
    std::vector<ObjectEntry> entries;
    if (!list.isObject())
        return entries;
    const ObjectEntry entry = m_tables.objects[list.index()];
    if (entry.kind == ObjectKind::Trace) // the events of a single device, without a list around them
        entries.push_back(entry);
    if (entry.kind != ObjectKind::List)
        return entries;
    const ValueRange range = m_tables.lists[entry.index];
    for (std::uint32_t i = 0; i < range.count; ++i) {
        const Value value = m_tables.listValues[range.first + i];
        entries.push_back(value.isObject() ? m_tables.objects[value.index()] : ObjectEntry{});
    }
    return entries;
}

bool DeviceAssembly::isCut(const Value& list) const
{
    return list.isObject() && m_tables.objects[list.index()].cut;
}

void DeviceAssembly::collectTraces(const Value& traces, bool isHost)
{
    int number = 0;
    for (const ObjectEntry& entry : entriesOf(traces)) {
        const int ordinal = number++;
        if (entry.kind != ObjectKind::Trace)
            continue;
        const TraceList* trace = m_tables.traces[entry.index].get();
        if (!m_takenTraces.insert(trace).second)
            m_tables.notes.count("a list of events that is listed a second time; it counts for one device");
        else if (ordinal > maxOrdinal)
            m_tables.notes.count("the events of a device with an impossible number");
        else
            m_parts[isHost ? hostOrdinal - ordinal : ordinal].trace = trace;
    }
}

void DeviceAssembly::collectSegments(const Value& segments, bool isHost)
{
    for (const ObjectEntry& entry : entriesOf(segments)) {
        if (entry.kind != ObjectKind::Segment)
            continue;
        const SegmentRecord& segment = m_tables.segments[entry.index];
        if (!isHost && (segment.device < 0 || segment.device > maxOrdinal)) {
            m_tables.notes.count("a segment of a device with an impossible number");
            continue;
        }
        m_parts[isHost ? hostOrdinal : static_cast<int>(segment.device)].segments.push_back(&segment);
    }
    for (auto& [ordinal, parts] : m_parts) {
        if ((ordinal < 0) == isHost)
            parts.knowsSegments = segments.isObject() && !isCut(segments);
    }
}

void DeviceAssembly::assemble(int ordinal, Parts& parts)
{
    Device device;
    device.ordinal = ordinal;
    if (ordinal < 0)
        device.name = "pinned host memory";
    DeviceSlots slots;
    if (parts.trace != nullptr) {
        device.events = parts.trace->events();
        slots = parts.trace->slots();
    }
    // What the file says about the end belongs behind the last event: not when events are missing before it.
    const bool belongs = parts.trace == nullptr || (parts.knowsSegments && !parts.trace->cut);
    if (belongs && (parts.knowsSegments || !parts.segments.empty()))
        device.after = assembleSegments(std::move(parts.segments), m_tables, slots);
    else if (parts.trace != nullptr && m_cut)
        m_warnings.push_back(fmt::format(
            "{}: the end is missing, so nothing is known about the state behind the last event, and "
            "not whether memory was in use before the first.",
            label(device)));
    device.streams = slots.streams.values();
    device.pools = slots.pools.values();
    noteFullSlots(slots);
    judgeHistory(device);
    m_devices.push_back(std::move(device));
}

void DeviceAssembly::noteFullSlots(const DeviceSlots& slots)
{
    if (slots.streams.isFull())
        m_tables.notes.count("more streams than can be told apart; the last ones are shown as one");
    if (slots.pools.isFull())
        m_tables.notes.count("more pools than can be told apart; the last ones are shown as one");
}

void DeviceAssembly::judgeHistory(Device& device)
{
    const auto flag = overflowed(device.ordinal);
    const HistoryFinding finding = checkHistory(device, flag.value_or(false));
    device.history = finding.history;
    if (!finding.tellsOfMemory && device.after && device.after->segments.empty())
        return; // a device of the machine that the run never used
    if (!finding.tellsOfMemory && m_cut) {
        m_warnings.push_back(fmt::format(
            "{}: its events, if it has any, are in the part of the file that is missing.", label(device)));
        return;
    }
    if (!finding.tellsOfMemory) {
        m_warnings.push_back(
            fmt::format("{}: the file holds no events of memory, only the state at its end. {}",
                label(device), howToRecord));
        return;
    }
    if (finding.history == History::Whole && !device.after) {
        // Nothing shows that there was no memory which the events do not mention.
        device.history = History::Partial;
        if (!m_cut)
            m_warnings.push_back(
                fmt::format("{}: the file does not tell the state at its end, so it is not known "
                            "whether memory was in use before the first event.",
                    label(device)));
        return;
    }
    if (finding.history == History::Whole)
        return;
    std::string reason =
        "older events may have been overwritten, or recording began when memory was already in use";
    if (flag)
        reason = *flag ? "older events were overwritten by newer ones"
                       : "recording began when memory was already in use";
    std::string sentence = fmt::format("{}: the beginning is missing: {}.", label(device), reason);
    if (finding.strangers == 1)
        sentence += " One event concerns memory whose allocation is not among them.";
    else if (finding.strangers > 1)
        sentence += fmt::format(" {} events concern memory whose allocation is not among them.",
            formatExact(static_cast<std::int64_t>(finding.strangers)));
    m_warnings.push_back(std::move(sentence));
}

std::optional<bool> DeviceAssembly::overflowed(int ordinal) const
{
    const std::vector<bool>& flags = m_tables.settings.overflowed;
    if (flags.empty() || ordinal < 0)
        return std::nullopt;
    if (flags.size() == 1)
        return flags.front();
    const auto place = static_cast<std::size_t>(ordinal);
    return place < flags.size() ? std::optional<bool>(flags[place]) : std::nullopt;
}

std::string DeviceAssembly::label(const Device& device) const
{
    return device.ordinal < 0 ? std::string("Pinned host memory") : fmt::format("Device {}", device.ordinal);
}

std::vector<Annotation> DeviceAssembly::annotations()
{
    std::vector<EdgeRecord> edges;
    for (const ObjectEntry& entry : entriesOf(m_tables.top->annotations)) {
        if (entry.kind == ObjectKind::Edge)
            edges.push_back(m_tables.edges[entry.index]);
    }
    const auto placeOf = [this](std::int64_t ordinal) -> std::optional<std::uint16_t> {
        const auto found = std::find_if(m_devices.begin(), m_devices.end(),
            [ordinal](const Device& device) { return device.ordinal == ordinal; });
        if (found == m_devices.end())
            return std::nullopt;
        return static_cast<std::uint16_t>(found - m_devices.begin());
    };
    return assembleAnnotations(edges, m_devices, placeOf, m_tables);
}

} // namespace tidemark
