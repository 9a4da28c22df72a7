// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/growing_merger.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tidemark {

namespace {

bool areEqual(const Setting& left, const Setting& right)
{
    return left.name == right.name && left.value == right.value;
}

bool areEqual(const std::vector<Setting>& left, const std::vector<Setting>& right)
{
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
        [](const Setting& a, const Setting& b) { return areEqual(a, b); });
}

template <class Item>
std::vector<Item> named(const std::vector<Item>& items, const TablePlaces& places)
{
    std::vector<Item> result = items;
    for (Item& item : result)
        item.name = places[item.name];
    return result;
}

// Into `target`, which is in order by `time` as `items` is; the devices of `items` begin at `firstDevice`.
template <class Item>
void mergeIn(
    std::vector<Item> items, std::size_t firstDevice, std::int64_t Item::*time, std::vector<Item>& target)
{
    for (Item& item : items)
        item.device = static_cast<std::uint16_t>(item.device + firstDevice);
    std::vector<Item> merged;
    merged.reserve(target.size() + items.size());
    std::merge(target.begin(), target.end(), items.begin(), items.end(), std::back_inserter(merged),
        [time](const Item& left, const Item& right) { return left.*time < right.*time; });
    target = std::move(merged);
}

} // namespace

GrowingMerger::GrowingMerger(std::vector<std::string> sources)
{
    for (std::string& source : sources)
        m_parts.emplace_back().source = std::move(source);
}

void GrowingMerger::take(std::size_t index, const Recording& recording)
{
    Part& part = m_parts[index];
    part.places.follow(recording, m_builder);
    takeDevices(part, recording.devices);
    part.annotations = named(recording.annotations, part.places);
    part.marks = named(recording.marks, part.places);
    Recording& description = part.description;
    description.format = recording.format;
    description.producer = recording.producer;
    description.workload = recording.workload;
    description.allocatorConf = recording.allocatorConf;
    description.settings = recording.settings;
    description.warnings = recording.warnings;
    description.complete = recording.complete;
}

void GrowingMerger::takeDevices(Part& part, const std::vector<Device>& devices)
{
    std::vector<Device> before = std::exchange(part.devices, devices);
    before.resize(devices.size());
    for (std::size_t i = 0; i < devices.size(); ++i) {
        Device& device = part.devices[i];
        device.events = std::move(before[i].events);
        part.places.append(devices[i].events, device.events.size(), device.events);
        device.tensors = std::move(before[i].tensors);
        part.places.append(devices[i].tensors, device.tensors.size(), device.tensors);
        // What was there before the first event never changes.
        if (before[i].before)
            device.before = std::move(before[i].before);
        else
            part.places.move(device.before);
        part.places.move(device.after);
        if (device.source.empty())
            device.source = part.source;
    }
}

// Of texts and settings only what all parts agree on is true of the whole. One that has not said anything
// yet does not count.
void GrowingMerger::describe(Recording& recording) const
{
    const auto speaks = [](const Part& part) { return !part.devices.empty(); };
    const auto first = std::find_if(m_parts.begin(), m_parts.end(), speaks);
    if (first != m_parts.end())
        recording = first->description;
    for (const Part& part : m_parts) {
        if (!speaks(part))
            continue;
        const Recording& other = part.description;
        for (std::string Recording::*text :
            {&Recording::format, &Recording::producer, &Recording::workload, &Recording::allocatorConf})
            if (recording.*text != other.*text)
                (recording.*text).clear();
        std::erase_if(recording.settings, [&](const Setting& setting) {
            return std::none_of(other.settings.begin(), other.settings.end(),
                [&](const Setting& own) { return areEqual(own, setting); });
        });
        recording.complete = recording.complete && other.complete;
    }
    recording.warnings.clear();
    for (const Part& part : m_parts)
        for (const std::string& warning : part.description.warnings)
            recording.warnings.push_back(part.source + ": " + warning);
}

Recording GrowingMerger::merged() const
{
    Recording recording;
    describe(recording);
    for (const Part& part : m_parts) {
        const Recording& own = part.description;
        const bool differs =
            own.allocatorConf != recording.allocatorConf || !areEqual(own.settings, recording.settings);
        const std::size_t firstDevice = recording.devices.size();
        for (Device device : part.devices) {
            if (differs && device.allocatorConf.empty() && device.settings.empty()) {
                device.allocatorConf = own.allocatorConf;
                device.settings = own.settings;
            }
            recording.devices.push_back(std::move(device));
        }
        mergeIn(part.annotations, firstDevice, &Annotation::startUs, recording.annotations);
        mergeIn(part.marks, firstDevice, &Mark::timeUs, recording.marks);
    }
    Recording tables = m_builder.snapshot();
    recording.strings = std::move(tables.strings);
    recording.frames = std::move(tables.frames);
    recording.stacks = std::move(tables.stacks);
    recording.contexts = std::move(tables.contexts);
    return recording;
}

} // namespace tidemark
