// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/moments.h"

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

std::optional<std::string_view> markName(std::string_view name)
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

} // namespace

Expected<std::size_t> momentNamed(std::string_view name, const Recording& recording, std::size_t device,
    const DeviceHistory& history, Curve curve)
{
    if (name == "peak")
        return history.peak(curve).position;
    if (const auto mark = markName(name)) {
        const auto position = positionOfMark(*mark, recording, device);
        return position ? std::min(*position, history.eventCount()) : position;
    }
    const auto moments = momentsNamed(name, recording.devices[device], history);
    if (!moments)
        return tl::unexpected(moments.error());
    if (moments->size() != 1)
        return fail("one moment is needed: start, end, peak, event:K or \"mark NAME\"");
    return moments->front();
}

Expected<std::vector<std::size_t>> momentsNamed(
    std::string_view name, const Device& device, const DeviceHistory& history)
{
    const std::size_t end = history.eventCount();
    if (name == "end")
        return std::vector{end};
    if (name == "start")
        return std::vector{std::size_t(0)};
    if (name == "peak")
        return std::vector{history.peak(Curve::Active).position};
    if (name == "snapshots")
        return snapshotPositions(device);
    if (const auto event = numberAfter(name, "event:")) {
        if (*event >= end)
            return fail(fmt::format("there is no event {}: device {} has {} events, numbered from 0", *event,
                device.ordinal, end));
        return std::vector{*event + 1};
    }
    if (const auto every = numberAfter(name, "every:"); every && *every > 0) {
        std::vector<std::size_t> positions;
        for (std::size_t position = 1; position <= end; position += *every)
            positions.push_back(position);
        return positions;
    }
    return fail(fmt::format("\"{}\" names no moment; write start, end, peak or event:K (series also takes "
                            "snapshots and every:N, peak and tensors \"mark NAME\", diff step:N)",
        name));
}

} // namespace tidemark
