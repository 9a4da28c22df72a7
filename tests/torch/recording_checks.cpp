// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/torch/recording_checks.h"

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/replay/figures_check.h"

#include <algorithm>

namespace tidemark::tests {

namespace {

std::int64_t valueOf(const StatsSample& sample, std::string_view name)
{
    for (const auto& [key, value] : sample.values) {
        if (key == name)
            return value;
    }
    return -1;
}

} // namespace

QString differenceFromOwnFigures(const Recording& recording)
{
    if (recording.devices.size() != 1)
        return QStringLiteral("%1 devices").arg(recording.devices.size());
    const Device& device = recording.devices.front();
    if (device.statistics.empty())
        return QStringLiteral("no samples");
    DeviceHistory history(settingsOf(recording));
    history.advance(device);
    const FiguresCheck check = checkFigures(device, history);
    if (check.contradictions != 0)
        return QStringLiteral("%1 contradictions").arg(check.contradictions);
    if (check.differingBlocks != 0)
        return QStringLiteral("%1 blocks differ at the end").arg(check.differingBlocks);
    if (check.differences.empty())
        return {};
    const FigureDifference& first = check.differences.front();
    return QStringLiteral("sample '%1' before event %2: %3 is %4, replay gives %5")
        .arg(QString::fromStdString(first.sample))
        .arg(first.event)
        .arg(QString::fromStdString(first.name))
        .arg(first.told)
        .arg(first.replayed);
}

std::vector<std::string_view> stackOf(const Recording& recording, std::size_t event)
{
    const Context& context = recording.contexts[recording.devices.front().events[event].context];
    std::vector<std::string_view> names;
    for (StackIndex at = context.stack; !at.isNone(); at = recording.stacks[at].caller)
        names.push_back(recording.strings[recording.frames[recording.stacks[at].frame].function]);
    std::reverse(names.begin(), names.end());
    return names;
}

bool hasCall(const Recording& recording, std::string_view outer, std::string_view inner)
{
    for (std::size_t event = 0; event < recording.devices.front().events.size(); ++event) {
        const auto stack = stackOf(recording, event);
        const auto found = std::find(stack.begin(), stack.end(), inner);
        if (found != stack.end() && found != stack.begin() && *std::prev(found) == outer)
            return true;
    }
    return false;
}

bool hasFrame(const Recording& recording, FrameKind kind, std::string_view name)
{
    for (std::uint32_t i = 1; i < recording.frames.size(); ++i) {
        const Frame& frame = recording.frames[FrameIndex{i}];
        if (frame.kind == kind && recording.strings[frame.function] == name)
            return true;
    }
    return false;
}

std::vector<std::string> annotationNames(const Recording& recording, AnnotationKind kind)
{
    std::vector<std::string> names;
    for (const Annotation& annotation : recording.annotations) {
        if (annotation.kind == kind)
            names.emplace_back(recording.strings[annotation.name]);
    }
    return names;
}

std::vector<std::uint64_t> allocationSizes(const Recording& recording)
{
    const EventColumns& events = recording.devices.front().events;
    std::vector<std::uint64_t> sizes;
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (events.action()[i] == Action::Alloc)
            sizes.push_back(events.sizes()[i]);
    }
    return sizes;
}

std::int64_t sampledValue(const Recording& recording, std::string_view sample, std::string_view name)
{
    const auto& samples = recording.devices.front().statistics;
    const auto found = std::find_if(
        samples.rbegin(), samples.rend(), [sample](const StatsSample& each) { return each.name == sample; });
    return found == samples.rend() ? -1 : valueOf(*found, name);
}

} // namespace tidemark::tests
