// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/torch/recording_checks.h"

#include "core/analysis/analyzed_recording.h"

#include <algorithm>
#include <array>

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

using Figure = std::pair<std::string_view, std::int64_t>;

std::array<Figure, 9> figuresOf(const Level& level)
{
    return {{{"requested_bytes.all.current", level.requestedBytes},
        {"allocated_bytes.all.current", level.allocatedBytes},
        {"active_bytes.all.current", level.activeBytes}, {"reserved_bytes.all.current", level.reservedBytes},
        {"inactive_split_bytes.all.current", level.inactiveSplitBytes},
        {"allocation.all.current", level.allocation}, {"active.all.current", level.active},
        {"segment.all.current", level.segment}, {"inactive_split.all.current", level.inactiveSplit}}};
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
    if (history.contradictions() != 0)
        return QStringLiteral("%1 contradictions").arg(history.contradictions());
    for (const StatsSample& sample : device.statistics) {
        const Level level = history.levelAt(device, sample.event);
        for (const auto& [name, value] : figuresOf(level)) {
            if (value != valueOf(sample, name))
                return QStringLiteral("sample '%1' before event %2: %3 is %4, replay gives %5")
                    .arg(QString::fromStdString(sample.name))
                    .arg(sample.event)
                    .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())))
                    .arg(valueOf(sample, name))
                    .arg(value);
        }
    }
    return {};
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
