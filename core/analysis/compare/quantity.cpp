// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/quantity.h"

#include "core/analysis/scopes/stat_replay.h"
#include "core/analysis/scopes/step_drift.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace tidemark {

namespace {

struct NamedKind {
    std::string_view name;
    StatKind kind;
};
constexpr std::array namedKinds = {NamedKind{"requested", StatKind::RequestedBytes},
    NamedKind{"allocated", StatKind::AllocatedBytes}, NamedKind{"active", StatKind::ActiveBytes},
    NamedKind{"reserved", StatKind::ReservedBytes},
    NamedKind{"inactive_split", StatKind::InactiveSplitBytes}};

struct NamedFigure {
    std::string_view name;
    Quantity::What what;
};
constexpr std::array namedFigures = {NamedFigure{"num_ooms", Quantity::What::Ooms},
    NamedFigure{"num_alloc_retries", Quantity::What::Retries},
    NamedFigure{"unexplained", Quantity::What::Unexplained},
    NamedFigure{"drift_per_step", Quantity::What::Drift}};

// Takes "step-12_" off the front.
std::optional<std::int64_t> takeStep(std::string_view& name)
{
    constexpr std::string_view prefix = "step-";
    if (!name.starts_with(prefix))
        return std::nullopt;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(name.data() + prefix.size(), name.data() + name.size(), number);
    if (error != std::errc() || end == name.data() + name.size() || *end != '_')
        return std::nullopt;
    name.remove_prefix(static_cast<std::size_t>(end - name.data()) + 1);
    return number;
}

std::optional<Quantity> levelNamed(std::string_view name)
{
    Quantity quantity;
    quantity.step = takeStep(name);
    const bool isPeak = name.starts_with("peak_");
    if (!isPeak && !name.starts_with("end_"))
        return std::nullopt;
    quantity.column.metric = isPeak ? StatMetric::Peak : StatMetric::Current;
    name.remove_prefix(isPeak ? 5 : 4);
    const auto found = std::find_if(
        namedKinds.begin(), namedKinds.end(), [name](const NamedKind& kind) { return kind.name == name; });
    if (found == namedKinds.end())
        return std::nullopt;
    quantity.column.kind = found->kind;
    return quantity;
}

// What memory_stats() would say at `end`, had it been reset at `begin`.
std::int64_t statBetween(const StatColumn& column, const Device& device, const DeviceHistory& history,
    std::uint64_t begin, std::uint64_t end)
{
    StatReplay replay(device, history, {{column.kind, column.pool}});
    while (replay.position() < begin && !replay.isAtEnd())
        replay.next();
    StatReplay::Mark mark;
    replay.keep(mark);
    while (replay.position() < end && !replay.isAtEnd())
        replay.next();
    std::vector<Stat> stats;
    replay.since(mark, stats);
    return metricOf(stats.front(), column.metric);
}

Expected<Figure> stepLevel(
    const Quantity& quantity, const Recording& recording, std::size_t device, const DeviceHistory& history)
{
    const std::vector<StepRange> steps = stepRanges(recording, device);
    const auto found = std::find_if(
        steps.begin(), steps.end(), [&](const StepRange& step) { return step.number == *quantity.step; });
    if (found == steps.end())
        return fail(steps.empty() ? fmt::format("{}: the recording names no training steps", quantity.name)
                                  : fmt::format("{}: the recording has steps {} to {} only", quantity.name,
                                      steps.front().number, steps.back().number));
    const std::int64_t value =
        statBetween(quantity.column, recording.devices[device], history, found->begin, found->end);
    if (found->hasEnded || recording.complete)
        return Figure{value, {}};
    const std::string why =
        fmt::format("{}: the recording is cut before the end of that step", quantity.name);
    if (quantity.column.metric == StatMetric::Current)
        return fail(why);
    return Figure{value, why};
}

Expected<Figure> levelOf(
    const Quantity& quantity, const Recording& recording, std::size_t device, const DeviceHistory& history)
{
    const Device& measuredDevice = recording.devices[device];
    if (measuredDevice.events.empty() && !measuredDevice.after)
        return fail(
            fmt::format("{}: the recording holds no events and no blocks to tell it from", quantity.name));
    if (!quantity.step && quantity.column.metric == StatMetric::Current && !recording.complete)
        return fail(fmt::format("{}: the recording is cut before its end", quantity.name));
    if (measuredDevice.events.empty() && quantity.column.metric != StatMetric::Current)
        return fail(fmt::format(
            "{}: the recording has no events, only the state of one moment: ask for end_... instead",
            quantity.name));
    if (quantity.step)
        return stepLevel(quantity, recording, device, history);
    const std::int64_t value = statBetween(quantity.column, measuredDevice, history, 0, history.eventCount());
    if (quantity.column.metric != StatMetric::Current
        && (measuredDevice.history != History::Whole || !recording.complete))
        return Figure{value,
            fmt::format("{}: the recording lacks its beginning or its end, where it may have been higher",
                quantity.name)};
    return Figure{value, {}};
}

// The newest value that the allocator itself told.
std::optional<std::int64_t> toldStat(const Device& device, std::string_view name)
{
    for (auto sample = device.statistics.rbegin(); sample != device.statistics.rend(); ++sample)
        for (const auto& [told, value] : sample->values)
            if (told == name)
                return value;
    return std::nullopt;
}

// The allocator's own count is of its whole life; events tell of what they hold.
Figure oomCount(const Recording& recording, const Device& device)
{
    const auto told = toldStat(device, "num_ooms");
    Figure figure;
    if (!recording.complete || (device.history != History::Whole && !told))
        figure.whyMore = "num_ooms: a part of the history is missing, in which memory may have run out";
    const auto& actions = device.events.action();
    std::int64_t count = 0;
    for (std::size_t i = 0; i < actions.size(); ++i)
        count += actions[i] == Action::Oom ? 1 : 0;
    figure.value = std::max(count, told.value_or(0));
    return figure;
}

Expected<Figure> retryCount(const Recording& recording, const Device& device)
{
    const auto told = toldStat(device, "num_alloc_retries");
    const std::string cut = "num_alloc_retries: the recording is cut before its end";
    if (told)
        return Figure{*told, recording.complete ? std::string() : cut};
    return fail(recording.complete
            ? "num_alloc_retries: the recording does not tell it, only one of tidemark-record does"
            : cut);
}

Attribution unsuppressed(const Recording& recording, std::size_t device, const DeviceHistory& history,
    const Suppressions& suppressions)
{
    return suppress(recording, attribute(recording, device, history), suppressions).rest;
}

Expected<Figure> unexplainedBytes(const Recording& recording, std::size_t device,
    const DeviceHistory& history, const Suppressions& suppressions)
{
    if (recording.devices[device].tensors.empty())
        return fail(
            "unexplained: the recording does not say what its memory is for; tidemark-record writes that");
    std::uint64_t position = history.eventCount();
    for (const StepRange& step : stepRanges(recording, device))
        if (step.hasEnded)
            position = step.end;
    std::int64_t bytes = 0;
    const Attribution attribution = unsuppressed(recording, device, history, suppressions);
    for (const Allocation& allocation : attribution.allocations)
        if (allocation.category == MemoryCategory::Unexplained && allocation.isAliveAt(position))
            bytes += static_cast<std::int64_t>(allocation.bytes);
    return Figure{bytes, {}};
}

Expected<Figure> drift(const Recording& recording, std::size_t device, const DeviceHistory& history,
    const Suppressions& suppressions)
{
    const StepDrift found =
        stepDrift(recording, device, history, unsuppressed(recording, device, history, suppressions));
    if (!found.bytesPerStep)
        return fail("drift_per_step: " + driftSentence(found));
    return Figure{*found.bytesPerStep, {}};
}

} // namespace

bool Quantity::isBytes() const
{
    if (what == What::Level || what == What::Stat)
        return countsBytes(column.kind);
    return what == What::Unexplained || what == What::Drift;
}

Expected<Quantity> quantityNamed(std::string_view name)
{
    std::optional<Quantity> quantity = levelNamed(name);
    for (const NamedFigure& figure : namedFigures)
        if (figure.name == name)
            quantity = Quantity{figure.what, {}, {}, {}};
    if (!quantity && name.find('.') != std::string_view::npos) {
        const auto column = statColumnNamed(name);
        if (!column)
            return tl::unexpected(column.error());
        quantity = Quantity{Quantity::What::Stat, *column, {}, {}};
    }
    if (!quantity)
        return fail(
            fmt::format("\"{}\" is no quantity; write peak_X or end_X, or step-N_ before them, with X "
                        "one of requested, allocated, active, reserved and inactive_split; or num_ooms, "
                        "num_alloc_retries, unexplained, drift_per_step; or a figure of memory_stats "
                        "such as active_bytes.all.peak",
                name));
    quantity->name = name;
    return *quantity;
}

Expected<Figure> figureOf(const Quantity& quantity, const Recording& recording, std::size_t device,
    const DeviceHistory& history, const Suppressions& suppressions)
{
    const Device& measuredDevice = recording.devices[device];
    switch (quantity.what) {
    case Quantity::What::Level:
    case Quantity::What::Stat:
        return levelOf(quantity, recording, device, history);
    case Quantity::What::Ooms:
        if (measuredDevice.events.empty() && !measuredDevice.after && !measuredDevice.curves.empty())
            return fail("num_ooms: the recording holds no events and no blocks to tell it from");
        return oomCount(recording, measuredDevice);
    case Quantity::What::Retries:
        return retryCount(recording, measuredDevice);
    case Quantity::What::Unexplained:
        return unexplainedBytes(recording, device, history, suppressions);
    case Quantity::What::Drift:
        break;
    }
    return drift(recording, device, history, suppressions);
}

Expected<std::int64_t> measured(
    const Quantity& quantity, const Recording& recording, std::size_t device, const DeviceHistory& history)
{
    auto figure = figureOf(quantity, recording, device, history);
    if (!figure)
        return tl::unexpected(figure.error());
    return figure->isExact() ? Expected<std::int64_t>(figure->value) : fail(figure->whyMore);
}

} // namespace tidemark
