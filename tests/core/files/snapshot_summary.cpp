// SPDX-License-Identifier: GPL-3.0-or-later
#include "snapshot_summary.h"

#include "tests/support/test_data.h"

#include <algorithm>
#include <map>
#include <set>

namespace tidemark::tests {

namespace {

using nlohmann::json;

// Sum of (i + 1) * value, modulo 2^64.
class WeightedSum {
public:
    void add(std::uint64_t value) { m_sum += ++m_count * value; }
    std::uint64_t value() const { return m_sum; }

private:
    std::uint64_t m_sum = 0;
    std::uint64_t m_count = 0;
};

std::uint64_t fnv(std::string_view text)
{
    std::uint64_t value = 0xCBF29CE484222325U;
    for (const char character : text)
        value = (value ^ static_cast<unsigned char>(character)) * 0x100000001B3U;
    return value;
}

// FNV-1a of the stack written out, 0 for none.
std::uint64_t stackHash(const Recording& recording, StackIndex stack)
{
    if (stack.isNone())
        return 0;
    std::string text;
    for (; !stack.isNone(); stack = recording.stacks[stack].caller) {
        const Frame& frame = recording.frames[recording.stacks[stack].frame];
        text += recording.strings[frame.function];
        text += '|';
        text += recording.strings[frame.file];
        text += '|' + std::to_string(frame.line) + ';';
    }
    return fnv(text);
}

json eventsOf(const Recording& recording, const Device& device)
{
    const EventColumns& events = device.events;
    WeightedSum addresses, sizes, streams, times, hashes;
    std::map<std::string, int> actions;
    std::set<std::uint32_t> stacks;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const Event event = events[i];
        const StackIndex stack = recording.contexts[event.context].stack;
        addresses.add(event.address);
        sizes.add(event.size);
        streams.add(device.streams.at(event.stream));
        times.add(static_cast<std::uint64_t>(event.timeUs));
        hashes.add(stackHash(recording, stack));
        ++actions[std::string(actionName(event.action))];
        stacks.insert(stack.value);
    }
    stacks.erase(0);
    return {{"events", events.size()}, {"actions", actions}, {"addresses", addresses.value()},
        {"sizes", sizes.value()}, {"streams", streams.value()}, {"times", times.value()},
        {"first_time", events.empty() ? 0 : events[0].timeUs},
        {"last_time", events.empty() ? 0 : events[events.size() - 1].timeUs}, {"stacks", stacks.size()},
        {"stack_hashes", hashes.value()}};
}

void addBlocks(json& summary, const Recording& recording, const SegmentList& list)
{
    WeightedSum addresses, sizes, hashes;
    std::uint64_t count = 0;
    std::uint64_t active = 0;
    std::uint64_t requested = 0;
    for (const BlockInfo& block : list.blocks) {
        addresses.add(block.address);
        sizes.add(block.size);
        hashes.add(stackHash(recording, recording.contexts[block.context].stack));
        if (block.state == BlockState::Inactive)
            continue;
        ++count;
        active += block.size;
        requested += block.requestedSize;
    }
    summary["blocks"] = list.blocks.size();
    summary["block_addresses"] = addresses.value();
    summary["block_sizes"] = sizes.value();
    summary["block_stacks"] = hashes.value();
    summary["active_blocks"] = count;
    summary["active_bytes"] = active;
    summary["requested_bytes"] = requested;
}

void addSegments(json& summary, const Recording& recording, const SegmentList& list)
{
    WeightedSum addresses, sizes;
    for (const SegmentInfo& segment : list.segments) {
        addresses.add(segment.address);
        sizes.add(segment.totalSize);
    }
    const auto& segments = list.segments;
    summary["segments"] = segments.size();
    summary["segment_addresses"] = addresses.value();
    summary["total_sizes"] = sizes.value();
    summary["large"] = std::count_if(segments.begin(), segments.end(), [](auto& s) { return s.isLarge; });
    summary["expandable"] =
        std::count_if(segments.begin(), segments.end(), [](auto& s) { return s.isExpandable; });
    addBlocks(summary, recording, list);
}

} // namespace

json summaryOf(const Recording& recording)
{
    json devices = json::object();
    for (const Device& device : recording.devices) {
        json summary = eventsOf(recording, device);
        if (device.after)
            addSegments(summary, recording, *device.after);
        devices[std::to_string(device.ordinal)] = std::move(summary);
    }
    json settings = json::array();
    for (const Setting& setting : recording.settings)
        settings.push_back(setting.name);
    return {{"devices", devices}, {"annotations", recording.annotations.size()}, {"settings", settings},
        {"conf", recording.allocatorConf}};
}

std::string summaryDifference(const json& expected, const json& found)
{
    for (const auto& [key, value] : expected.items()) {
        if (!found.contains(key))
            return key + " is missing";
        if (value.is_object() && key != "actions") {
            const std::string inner = summaryDifference(value, found[key]);
            if (!inner.empty())
                return key + ", " + inner;
        } else if (value != found[key]) {
            return key + ": " + value.dump() + " and " + found[key].dump();
        }
    }
    return {};
}

json expectedSummaries()
{
    const QByteArray text = testData(QStringLiteral("snapshots/expected.json"));
    return json::parse(text.begin(), text.end());
}

} // namespace tidemark::tests
