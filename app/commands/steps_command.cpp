// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "app/commands/rule_files.h"
#include "core/analysis/scopes/step_drift.h"

#include <fmt/format.h>
#include <map>

namespace tidemark {

namespace {

struct StepsArguments : FileArguments {
    std::string detail = "place";
    bool all = false;
    std::string suppressions; // a file
};

const std::map<std::string, SiteDetail> siteDetails = {
    {"scope", SiteDetail::Scope}, {"place", SiteDetail::Place}, {"stack", SiteDetail::Stack}};

Json stepJson(const StepLevels& step)
{
    return {{"step", step.range.number}, {"first_event", step.range.begin}, {"end_event", step.range.end},
        {"has_ended", step.range.hasEnded}, {"begin", step.begin}, {"end", step.end}, {"peak", step.peak},
        {"peak_event", eventBefore(step.peakPosition)}, {"reserved_peak", step.reservedPeak}};
}

Json siteJson(const DriftingSite& site, bool withKey)
{
    Json json = {{"place", site.site.name}, {"bytes_per_step", site.bytesPerStep}, {"since_step", site.since},
        {"steps", site.steps}, {"rises", site.rises}, {"bytes", site.bytes}, {"allocations", site.count},
        {"allocations_grown", site.countGrown}};
    if (withKey)
        json["stack"] = site.site.key;
    return json;
}

// The end of the last whole step, or of the recording.
std::uint64_t lastEnd(const StepDrift& drift, const DeviceHistory& history)
{
    std::uint64_t end = history.eventCount();
    for (const StepLevels& step : drift.steps)
        end = step.range.hasEnded ? step.range.end : end;
    return end;
}

Json driftJson(const StepDrift& drift, SiteDetail detail)
{
    Json json = {{"drift", driftSentence(drift)},
        {"drift_per_step", drift.bytesPerStep ? Json(*drift.bytesPerStep) : Json(nullptr)},
        {"steps", Json::array()}, {"places", Json::array()}};
    for (const StepLevels& step : drift.steps)
        json["steps"].push_back(stepJson(step));
    for (const DriftingSite& site : drift.sites)
        json["places"].push_back(siteJson(site, detail == SiteDetail::Stack));
    return json;
}

int runSteps(const StepsArguments& arguments)
{
    const auto suppressions = readSuppressions(arguments.suppressions);
    if (!suppressions)
        return complain(ExitWrongUsage, suppressions.error().message);
    return withDevice(arguments, [&](const AnalyzedRecording& analyzed, std::size_t index) -> int {
        const DeviceHistory& history = analyzed.histories[index];
        const SuppressedAttribution parts =
            suppress(analyzed.recording, attribute(analyzed.recording, index, history), *suppressions);
        const SiteDetail detail = siteDetails.at(arguments.detail);
        const StepDrift drift = stepDrift(analyzed.recording, index, history, parts.rest, detail);
        const std::uint64_t end = lastEnd(drift, history);
        const bool suppresses = !arguments.suppressions.empty();
        if (arguments.json) {
            Json json = driftJson(drift, detail);
            if (suppresses)
                json["suppressed"] = {{"bytes", parts.bytesAt(end)}, {"blocks", parts.countAt(end)},
                    {"allocations", parts.suppressed.size()}};
            return printJson(json);
        }
        const std::string note = suppresses ? "\nAt the end of the last whole step "
                + suppressedSentence(parts, end, arguments.suppressions) + ".\n"
                                            : std::string();
        return print(stepDriftText(drift, arguments.all) + note);
    });
}

} // namespace

void addStepsCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<StepsArguments>();
    CLI::App* command = addCommand(app, exitCode, "steps",
        "What each training step leaves behind: the level at its beginning and end and the peak inside, how "
        "much a step adds for good, and the places whose memory grows from step to step",
        arguments, runSteps);
    addMoreFilesOption(*command, *arguments);
    command->add_option("--by", arguments->detail, "how finely places are told apart: scope, place or stack")
        ->check(CLI::IsMember(siteDetails))
        ->option_text("scope|place|stack [place]");
    command->add_flag("--all", arguments->all, "a line for every step, however many");
    addSuppressionsOption(*command, arguments->suppressions);
    command->add_flag("--json", arguments->json, "print JSON");
    addDeviceOption(*command, *arguments);
}

} // namespace tidemark
