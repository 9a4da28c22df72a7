// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/recording_merger.h"

#include "core/trace/memory_events.h"
#include "core/trace/rank_order.h"
#include "core/trace/table_places.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tidemark {

namespace {

constexpr std::uint16_t dropped = UINT16_MAX; // where a device that is not taken has gone

bool hasSegments(const std::optional<SegmentList>& list)
{
    return list && !list->segments.empty();
}

bool tellsOfMemory(Action action)
{
    return movesMemory(action) || action == Action::Oom;
}

// A process that only looked at a device has left `snapshot` events of it, and nothing else.
bool hasMemoryEvents(const EventColumns& events)
{
    for (std::size_t begin = 0; begin < events.size();) {
        const auto actions = events.action().run(begin, events.size());
        if (std::any_of(actions.begin(), actions.end(), tellsOfMemory))
            return true;
        begin += actions.size();
    }
    return false;
}

// Whether it tells of an allocator, which has settings.
bool hasAllocator(const Device& device)
{
    return hasMemoryEvents(device.events) || hasSegments(device.before) || hasSegments(device.after)
        || !device.statistics.empty() || device.lostEvents > 0;
}

bool tellsAnything(const Device& device)
{
    return hasAllocator(device) || !device.curves.empty();
}

bool sameSettings(const std::vector<Setting>& left, const std::vector<Setting>& right)
{
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
        [](const Setting& a, const Setting& b) { return a.name == b.name && a.value == b.value; });
}

// But for what differs from rank to rank of one run.
std::vector<Setting> ofAllRanks(std::vector<Setting> settings)
{
    std::erase_if(settings, isOfOneRank);
    return settings;
}

// What all parts agree on, else nothing.
template <class Parts, class Text>
std::string shared(const Parts& parts, Text text)
{
    const auto differs = [&](const auto& part) { return part.*text != parts.front().*text; };
    return parts.empty() || std::any_of(parts.begin(), parts.end(), differs) ? std::string()
                                                                             : parts.front().*text;
}

// The items of a part whose devices were taken, with their new places.
template <class Item>
void append(const std::vector<Item>& items, const std::vector<std::uint16_t>& devices,
    const TablePlaces& places, std::vector<Item>& target)
{
    for (Item item : items) {
        if (item.device >= devices.size() || devices[item.device] == dropped)
            continue;
        item.device = devices[item.device];
        item.name = places[item.name];
        target.push_back(item);
    }
}

} // namespace

void RecordingMerger::addDevices(
    Recording& part, const std::string& source, const TablePlaces& tables, std::vector<std::uint16_t>& places)
{
    Recording& recording = m_builder.recording();
    for (Device& device : part.devices) {
        if (!tellsAnything(device) || recording.devices.size() >= dropped) {
            places.push_back(dropped);
            continue;
        }
        places.push_back(static_cast<std::uint16_t>(recording.devices.size()));
        if (!tables.keepsContexts()) {
            tables.append(std::exchange(device.events, {}), 0, device.events);
            tables.move(device.before);
            tables.move(device.after);
        }
        tables.append(std::exchange(device.tensors, {}), 0, device.tensors);
        device.source = device.source.empty() ? source : fmt::format("{}: {}", source, device.source);
        recording.devices.push_back(std::move(device));
    }
}

void RecordingMerger::add(const std::string& source, Recording part)
{
    Recording& recording = m_builder.recording();
    const std::size_t before = recording.devices.size();
    TablePlaces places;
    places.follow(part, m_builder);
    std::vector<std::uint16_t> devices;
    addDevices(part, source, places, devices);
    append(part.annotations, devices, places, recording.annotations);
    append(part.marks, devices, places, recording.marks);
    for (const std::string& warning : part.warnings)
        m_warnings.push_back(fmt::format("{}: {}", source, warning));
    if (recording.devices.size() == before)
        m_warnings.push_back(fmt::format("{}: no device in it has events or segments.", source));
    recording.complete = recording.complete && part.complete;
    const bool isOfAllocator = std::any_of(recording.devices.begin() + static_cast<std::ptrdiff_t>(before),
        recording.devices.end(), hasAllocator);
    m_parts.push_back({std::move(part.format), std::move(part.producer), std::move(part.workload),
        std::move(part.allocatorConf), std::move(part.settings), recording.devices.size() - before,
        isOfAllocator});
}

// Apart from what differs from rank to rank.
const RecordingMerger::Part* RecordingMerger::commonConfiguration() const
{
    const Part* first = nullptr;
    for (const Part& part : m_parts) {
        if (!part.hasAllocator)
            continue;
        if (first == nullptr)
            first = &part;
        if (part.allocatorConf != first->allocatorConf
            || !sameSettings(ofAllRanks(part.settings), ofAllRanks(first->settings)))
            return nullptr;
    }
    return first;
}

bool RecordingMerger::haveOneConf() const
{
    return std::all_of(m_parts.begin(), m_parts.end(),
        [this](const Part& part) { return part.allocatorConf == m_parts.front().allocatorConf; });
}

// True: some device has settings of its own now.
bool RecordingMerger::giveOwnSettings(Recording& recording) const
{
    std::size_t device = 0;
    bool hasOwn = false;
    for (const Part& part : m_parts) {
        for (std::size_t i = 0; i < part.deviceCount; ++i, ++device) {
            Device& own = recording.devices[device];
            if (!part.hasAllocator || !own.allocatorConf.empty() || !own.settings.empty())
                continue;
            own.allocatorConf = part.allocatorConf;
            own.settings = part.settings;
            hasOwn = true;
        }
    }
    return hasOwn;
}

void RecordingMerger::configure(Recording& recording) const
{
    const Part* common = commonConfiguration();
    if (common != nullptr) {
        const bool areAllTheSame = std::all_of(m_parts.begin(), m_parts.end(), [&](const Part& part) {
            return !part.hasAllocator || sameSettings(part.settings, common->settings);
        });
        recording.allocatorConf = common->allocatorConf;
        recording.settings = areAllTheSame ? common->settings : ofAllRanks(common->settings);
        if (areAllTheSame)
            return;
    }
    if (giveOwnSettings(recording) && common == nullptr)
        recording.warnings.emplace_back(haveOneConf()
                ? "The files were not recorded with the same options; each device keeps those of its file."
                : "The files do not name the same allocator settings; each device is followed under those of "
                  "its file.");
}

Recording RecordingMerger::merged() const
{
    Recording recording = m_builder.snapshot();
    const std::string format = shared(m_parts, &Part::format);
    recording.format = m_parts.size() == 1
        ? format
        : fmt::format("{} files: {}", m_parts.size(), format.empty() ? "several formats" : format);
    recording.producer = shared(m_parts, &Part::producer);
    recording.workload = shared(m_parts, &Part::workload);
    recording.warnings = m_warnings;
    configure(recording);
    orderByRank(recording);
    std::stable_sort(recording.annotations.begin(), recording.annotations.end(),
        [](const Annotation& left, const Annotation& right) { return left.startUs < right.startUs; });
    std::stable_sort(recording.marks.begin(), recording.marks.end(),
        [](const Mark& left, const Mark& right) { return left.timeUs < right.timeUs; });
    return recording;
}

} // namespace tidemark
