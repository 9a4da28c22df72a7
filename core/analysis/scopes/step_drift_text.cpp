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
        formatExact(step.reservedPeak), difference, step.range.hasEnded ? "" : "  has not ended");
}

std::string siteLine(const DriftingSite& site)
{
    return fmt::format("{:>16} {:>8} {:>16} {:>10} {:>10}  {}\n", formatExact(site.bytesPerStep), site.since,
        formatExact(static_cast<std::int64_t>(site.bytes)),
        formatExact(static_cast<std::int64_t>(site.count)), fmt::format("{:+}", site.countGrown),
        oneLine(site.site.name));
}

} // namespace

std::string driftSentence(const StepDrift& drift)
{
    if (drift.steps.empty())
        return "The recording names no training steps.";
    if (!drift.bytesPerStep)
        return "Drift takes at least two whole training steps to tell; the recording has "
            + timesText(drift.wholeSteps, "whole step") + ".";
    const std::int64_t perStep = *drift.bytesPerStep;
    std::string text;
    if (perStep == 0)
        text = fmt::format("Allocated memory does not drift: from the end of one step to the next the median "
                           "difference is 0 bytes, over {} steps.",
            drift.wholeSteps);
    else
        text = fmt::format("Allocated memory {} from the end of one step to the next by {} ({} bytes), the "
                           "median of {} steps.",
            perStep > 0 ? "rises" : "falls", formatBytes(std::abs(perStep)), formatExact(std::abs(perStep)),
            drift.wholeSteps);
    if (drift.sites.empty())
        return text;
    const DriftingSite& first = drift.sites.front();
    return text
        + fmt::format(" {} at the ends of steps; most of all {}: {} bytes a step since step {}, {} by now.",
            drift.sites.size() == 1 ? "One place holds more and more"
                                    : fmt::format("{} places hold more and more", drift.sites.size()),
            oneLine(first.site.name), formatExact(first.bytesPerStep), first.since,
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
    text += fmt::format("\n{:>16} {:>8} {:>16} {:>10} {:>10}  {}\n", "bytes a step", "since", "bytes now",
        "blocks", "grown by", "place");
    for (const DriftingSite& site : drift.sites)
        text += siteLine(site);
    return text;
}

} // namespace tidemark
