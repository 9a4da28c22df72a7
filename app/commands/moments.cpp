// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/moments.h"

#include "core/analysis/scopes/step_ranges.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace tidemark {

namespace {

std::optional<std::size_t> numberAfter(std::string_view name, std::string_view prefix)
{
    if (!name.starts_with(prefix))
        return std::nullopt;
    name.remove_prefix(prefix.size());
    std::size_t value = 0;
    const auto [stop, status] = std::from_chars(name.data(), name.data() + name.size(), value);
    if (status != std::errc() || stop != name.data() + name.size())
        return std::nullopt;
    return value;
}

std::vector<std::size_t> snapshotPositions(const Device& device)
{
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < device.events.size(); ++i) {
        if (device.events.action()[i] == Action::Snapshot)
            positions.push_back(i + 1);
    }
    return positions;
}

// The mark that "mark NAME" names.
std::optional<std::string_view> markNamed(std::string_view name)
{
    for (const std::string_view prefix : {"mark ", "mark:"}) {
        if (name.starts_with(prefix))
            return name.substr(prefix.size());
    }
    return std::nullopt;
}

Expected<std::size_t> positionOfMark(std::string_view name, const Recording& recording, std::size_t device)
{
    for (auto mark = recording.marks.rbegin(); mark != recording.marks.rend(); ++mark) {
        if (mark->device == device && recording.strings[mark->name] == name)
            return static_cast<std::size_t>(mark->event);
    }
    return fail(fmt::format("there is no mark \"{}\" on device {}", name, recording.devices[device].ordinal));
}

Expected<std::size_t> positionOfStep(std::size_t number, const Recording& recording, std::size_t device)
{
    const std::vector<StepRange> steps = stepRanges(recording, device);
    for (const StepRange& step : steps)
        if (step.number == static_cast<std::int64_t>(number))
            return static_cast<std::size_t>(step.end);
    return fail(steps.empty()
            ? fmt::format("there is no step {}: the recording names no training steps", number)
            : fmt::format("there is no step {}: device {} has steps {} to {}", number,
                recording.devices[device].ordinal, steps.front().number, steps.back().number));
}

tl::unexpected<Error> noMoment(std::string_view name)
{
    return fail(fmt::format(
        "\"{}\" names no moment; write {} (series also takes snapshots and every:N)", name, momentNames));
}

} // namespace

Expected<std::size_t> momentNamed(
    std::string_view name, const AnalyzedRecording& analyzed, std::size_t device, Curve curve)
{
    const DeviceHistory& history = analyzed.histories[device];
    const std::size_t end = history.eventCount();
    const auto withinEvents = [end](std::size_t position) { return std::min(position, end); };
    if (name == "start")
        return 0;
    if (name == "end")
        return end;
    if (name == "peak")
        return history.peak(curve).position;
    if (const auto mark = markNamed(name))
        return positionOfMark(*mark, analyzed.recording, device).map(withinEvents);
    if (const auto step = numberAfter(name, "step:"))
        return positionOfStep(*step, analyzed.recording, device).map(withinEvents);
    if (const auto event = numberAfter(name, "event:")) {
        if (*event >= end)
            return fail(fmt::format("there is no event {}: device {} has {} events, numbered from 0", *event,
                analyzed.recording.devices[device].ordinal, end));
        return *event + 1;
    }
    if (name == "snapshots" || numberAfter(name, "every:"))
        return fail(fmt::format("\"{}\" is not one moment; write {}", name, momentNames));
    return noMoment(name);
}

Expected<std::vector<std::size_t>> momentsNamed(
    std::string_view name, const AnalyzedRecording& analyzed, std::size_t device, Curve curve)
{
    if (name == "snapshots")
        return snapshotPositions(analyzed.recording.devices[device]);
    if (const auto every = numberAfter(name, "every:")) {
        if (*every == 0)
            return noMoment(name);
        std::vector<std::size_t> positions;
        for (std::size_t position = 1; position <= analyzed.histories[device].eventCount();
             position += *every)
            positions.push_back(position);
        return positions;
    }
    return momentNamed(name, analyzed, device, curve).map([](std::size_t position) {
        return std::vector{position};
    });
}

} // namespace tidemark
