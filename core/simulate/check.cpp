// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/check.h"

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/reserved/memory_limit.h"
#include "core/base/bytes.h"
#include "core/simulate/decision_check.h"
#include "core/trace/memory_events.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace tidemark {

namespace {

std::string describe(const AllocatorEvent& event)
{
    const std::string what = fmt::format(
        "{} of {} bytes", actionName(event.action), formatExact(static_cast<std::int64_t>(event.size)));
    return event.action == Action::Oom ? what : what + " at " + formatAddress(event.address);
}

std::string beginsInTheMiddle(const Device& device)
{
    return fmt::format(
        "The history of device {} begins in the middle, or entries are missing or contradict one another: "
        "its {} events cannot be run again, because how the free memory lay before the first is not known. "
        "Record from the start of the program, with a buffer that holds all of it; tidemark info says what "
        "is wrong.",
        device.ordinal, formatExact(static_cast<std::int64_t>(device.events.size())));
}

// No file names its release. What shows: under expandable_segments:True private pools had none before 2.5.
PolicyVersion versionShown(const Device& device)
{
    PolicyVersion version;
    bool hasExpandable = false;
    bool hasPlainPool = false;
    if (device.after) {
        for (const SegmentInfo& segment : device.after->segments) {
            hasExpandable = hasExpandable || segment.isExpandable;
            hasPlainPool = hasPlainPool || (segment.pool != 0 && !segment.isExpandable);
        }
    }
    version.expandableInPrivatePools = !(hasExpandable && hasPlainPool);
    return version;
}

RunSettings recordedSettings(const Recording& recording, const Device& device, const CheckOptions& options)
{
    RunSettings settings;
    settings.settings = options.settings.value_or(settingsOf(recording, device));
    settings.version = options.version.value_or(versionShown(device));
    settings.capacity = options.capacity > 0 ? options.capacity : device.capacity;
    settings.limit =
        options.limit > 0 ? options.limit : memoryLimitOf(recording, settings.settings, settings.capacity);
    return settings;
}

} // namespace

std::string describe(const Difference& difference)
{
    const std::string event = formatExact(static_cast<std::int64_t>(difference.event + 1)); // as people count
    if (!difference.made)
        return fmt::format(
            "event {}: {}; the policy does not do that", event, describe(*difference.recorded));
    if (!difference.recorded)
        return fmt::format("event {}: the policy has {} before it, the recording has not", event,
            describe(*difference.made));
    return fmt::format("event {}: {}; the policy decides on {}", event, describe(*difference.recorded),
        describe(*difference.made));
}

const char* givenName(GivenKind kind)
{
    constexpr std::array names = {
        "empty_cache", "refusal", "late_free", "private_pool", "release", "unfollowed"};
    return names[static_cast<std::size_t>(kind)];
}

const char* whyGiven(GivenKind kind)
{
    constexpr std::array sentences = {
        "Calls of empty_cache() leave no event of their own; what they gave back was compared.",
        "Memory was refused, and the file tells neither the limit nor what other programs used: give "
        "--limit.",
        "When another stream was done with a freed block, the allocator does not decide.",
        "Which allocations a private pool served, the program decides.",
        "Segments were given back under a limit that the file does not tell: give --recorded-limit.",
        "Memory came or went without an allocation or a call that explains it.",
    };
    return sentences[static_cast<std::size_t>(kind)];
}

RunFigures figuresOf(const MemoryStats& stats)
{
    const auto levels = [&](std::int64_t Stat::*value) {
        const auto of = [&](StatKind kind) { return static_cast<std::uint64_t>(stats.of(kind).*value); };
        return Levels{of(StatKind::AllocatedBytes), of(StatKind::ActiveBytes), of(StatKind::ReservedBytes)};
    };
    return {.peak = levels(&Stat::peak),
        .end = levels(&Stat::current),
        .deviceMallocs = stats.numDeviceAlloc,
        .deviceFrees = stats.numDeviceFree,
        .ooms = stats.numOoms,
        .allocRetries = stats.numAllocRetries};
}

std::uint64_t CheckResult::givenTotal() const
{
    return std::accumulate(given.begin(), given.end(), std::uint64_t(0));
}

Expected<std::shared_ptr<const CheckedProgram>> checkProgram(
    const Recording& recording, std::size_t index, const CheckOptions& options, const Watch& watch)
{
    const Device& device = recording.devices[index];
    if (!movesMemory(device.events))
        return fail(fmt::format("Device {} has no events to run again: record a history, or choose another "
                                "with --device.",
            device.ordinal));
    if (device.history != History::Whole || (device.before && !device.before->segments.empty()))
        return fail(beginsInTheMiddle(device));
    auto result = std::make_shared<CheckedProgram>();
    result->recorded = recordedSettings(recording, device, options);
    DecisionCheck check(device, programOf(device), result->recorded);
    check.run(watch);
    result->conf = device.allocatorConf.empty() ? recording.allocatorConf : device.allocatorConf;
    result->check = check.takeResult();
    result->program = check.takeProgram();
    return std::shared_ptr<const CheckedProgram>(std::move(result));
}

} // namespace tidemark
