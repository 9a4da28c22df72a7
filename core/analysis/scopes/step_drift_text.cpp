// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scopes/step_drift.h"
#include "core/base/bytes.h"
#include "core/base/one_line.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::size_t mostStepLines = 40; // of steps; of more, the first and the last ones

std::string timesText(std::uint64_t count, std::string_view what)
{
    return fmt::format("{} {}{}", formatExact(static_cast<std::int64_t>(count)), what, count == 1 ? "" : "s");
}

std::string stepLine(const StepDrift& drift, std::size_t place)
{
    const StepLevels& step = drift.steps[place];
    const std::string difference =
        place == 0 ? std::string() : fmt::format("{:+}", step.end - drift.steps[place - 1].end);
    return fmt::format("{:>8} {:>16} {:>16} {:>16} {:>16} {:>16}{}\n", step.range.number,
        formatExact(step.begin), formatExact(step.end), formatExact(step.peak),
        formatExact(step.reservedPeak), difference, step.range.hasEnded ? "" : "  not whole");
}

// "in 8 of 24 steps".
std::string risesText(const DriftingSite& site)
{
    return site.rises == site.steps ? fmt::format("in each of {} steps", site.steps)
                                    : fmt::format("in {} of {} steps", site.rises, site.steps);
}

std::string siteLine(const DriftingSite& site)
{
    return fmt::format("{:>16} {:>8} {:>12} {:>16} {:>10} {:>10}  {}\n", formatExact(site.bytesPerStep),
        site.since, fmt::format("{} of {}", site.rises, site.steps),
        formatExact(static_cast<std::int64_t>(site.bytes)),
        formatExact(static_cast<std::int64_t>(site.count)), fmt::format("{:+}", site.countGrown),
        oneLine(site.site.name));
}

} // namespace

std::string driftSentence(const StepDrift& drift, ByteUnits units)
{
    if (drift.steps.empty())
        return "The recording names no training steps.";
    if (!drift.bytesPerStep)
        return fmt::format("Drift takes at least {} whole training steps to tell; the recording has {}.",
            StepDrift::fewestSteps, timesText(drift.wholeSteps, "whole step"));
    const std::int64_t perStep = *drift.bytesPerStep;
    if (perStep == 0 && drift.sites.empty())
        return fmt::format("Allocated memory does not drift: at the ends of {} steps no place holds more and "
                           "more.",
            drift.wholeSteps);
    const std::string text = fmt::format("Allocated memory drifts: a step adds {} ({} bytes) for good.",
        formatBytes(perStep, units), formatExact(perStep));
    if (drift.sites.empty())
        return text + " No single place holds more and more, only all together.";
    const DriftingSite& first = drift.sites.front();
    const std::string place = drift.sites.size() == 1
        ? fmt::format("One place holds more and more: {}", oneLine(first.site.name))
        : fmt::format("{} places hold more and more, most of all {}: {} bytes a step", drift.sites.size(),
            oneLine(first.site.name), formatExact(first.bytesPerStep));
    return fmt::format("{} {}, {} since step {}, {} by now.", text, place, risesText(first), first.since,
        timesText(first.count, "allocation"));
}

std::string stepDriftText(const StepDrift& drift, bool all)
{
    std::string text = driftSentence(drift) + '\n';
    if (drift.steps.empty())
        return text;
    text += fmt::format("\n{:>8} {:>16} {:>16} {:>16} {:>16} {:>16}\n", "step", "at its begin", "at its end",
        "peak inside", "reserved peak", "end, difference");
    const bool isCut = !all && drift.steps.size() > mostStepLines;
    for (std::size_t i = 0; i < drift.steps.size(); ++i) {
        if (isCut && i == mostStepLines / 2) {
            text += fmt::format(
                "{:>8} {} more steps: --all prints them\n", "...", drift.steps.size() - mostStepLines);
            i = drift.steps.size() - mostStepLines / 2;
        }
        text += stepLine(drift, i);
    }
    if (drift.sites.empty())
        return text;
    text += fmt::format("\n{:>16} {:>8} {:>12} {:>16} {:>10} {:>10}  {}\n", "bytes a step", "since",
        "in steps", "bytes now", "blocks", "grown by", "place");
    for (const DriftingSite& site : drift.sites)
        text += siteLine(site);
    return text;
}

} // namespace tidemark
