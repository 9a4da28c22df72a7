// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/empty_cache_moments.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace tidemark {

namespace {

template <class Wanted>
std::vector<std::size_t> endsOf(const Recording& recording, std::size_t device, Wanted wanted)
{
    const std::size_t events = recording.devices[device].events.size();
    std::vector<std::size_t> ends;
    for (const Annotation& annotation : recording.annotations)
        if (annotation.device == device && annotation.endUs != Annotation::open && wanted(annotation))
            ends.push_back(std::min<std::size_t>(annotation.endEvent, events));
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    return ends;
}

std::optional<std::size_t> numberIn(std::string_view text)
{
    std::size_t value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = status == std::errc() && end == text.data() + text.size();
    return isWhole ? std::optional(value) : std::nullopt;
}

std::vector<std::size_t> marksNamed(const Recording& recording, std::size_t device, std::string_view name)
{
    std::vector<std::size_t> positions;
    for (const Mark& mark : recording.marks)
        if (mark.device == device && recording.strings[mark.name] == name)
            positions.push_back(std::min<std::size_t>(mark.event, recording.devices[device].events.size()));
    std::sort(positions.begin(), positions.end());
    return positions;
}

} // namespace

std::vector<std::size_t> stepEnds(const Recording& recording, std::size_t device)
{
    const auto steps = endsOf(recording, device,
        [](const Annotation& annotation) { return annotation.kind == AnnotationKind::Step; });
    if (!steps.empty())
        return steps;
    return endsOf(recording, device, [&](const Annotation& annotation) {
        return recording.strings[annotation.name].starts_with("Optimizer.step#");
    });
}

Expected<std::vector<std::size_t>> emptyCacheMoments(
    const Recording& recording, std::size_t device, std::string_view name)
{
    const std::size_t events = recording.devices[device].events.size();
    if (name == "every-step") {
        auto ends = stepEnds(recording, device);
        if (ends.empty())
            return fail("The recording names no training steps, so the cache cannot be emptied at each: "
                        "annotate the steps, or give an event's number.");
        return ends;
    }
    if (const auto event = numberIn(name)) {
        if (*event >= events)
            return fail(fmt::format(
                "There is no event {}: the device has {} events, numbered from 0.", *event, events));
        return std::vector{*event + 1};
    }
    auto positions = marksNamed(recording, device, name);
    if (positions.empty())
        positions = endsOf(recording, device,
            [&](const Annotation& annotation) { return recording.strings[annotation.name] == name; });
    if (positions.empty())
        return fail(fmt::format("\"{}\" is no mark and no annotation of this device; write every-step, an "
                                "event's number, or one of their names.",
            name));
    return positions;
}

} // namespace tidemark
