// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/out_of_memory_trials.h"

#include "core/analysis/reserved/reason_sentence.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

// Those that change how memory is cut and kept, and nothing else.
bool isWorthATry(const Candidate& candidate, const AllocatorSettings& recorded)
{
    if (candidate.emptiesCacheEachStep)
        return false;
    AllocatorSettings plain;
    plain.expandableSegments = candidate.settings.expandableSegments;
    plain.maxSplitSize = candidate.settings.maxSplitSize;
    const bool changes = plain.expandableSegments || plain.maxSplitSize != AllocatorSettings::unlimited;
    return changes && candidate.settings == plain && candidate.settings != recorded;
}

bool isIn(const std::vector<SimulatedOom>& ooms, std::uint64_t event)
{
    return std::any_of(
        ooms.begin(), ooms.end(), [event](const SimulatedOom& oom) { return oom.event == event; });
}

// What was refused before the event, beyond what the recording refused.
std::uint64_t newlyRefused(const Device& device, const std::vector<SimulatedOom>& ooms, std::uint64_t event)
{
    return static_cast<std::uint64_t>(std::count_if(ooms.begin(), ooms.end(), [&](const SimulatedOom& oom) {
        return oom.event < event && device.events.action()[oom.event] != Action::Oom;
    }));
}

} // namespace

OomTrials outOfMemoryTrials(
    const Device& device, const CheckedProgram& checked, const OutOfMemoryReport& report, const Watch& watch)
{
    OomTrials result;
    result.limit = report.roomInAll();
    const auto run = [&](const AllocatorSettings& settings, bool usesRecordedAddresses) {
        WhatIf whatIf;
        whatIf.run = checked.recorded;
        whatIf.run.settings = settings;
        whatIf.run.limit = result.limit;
        whatIf.usesRecordedAddresses = usesRecordedAddresses;
        whatIf.keep = Keep::Figures;
        Simulation simulation = simulate(device, checked, whatIf, watch);
        result.isComplete = result.isComplete && simulation.isComplete;
        return simulation;
    };
    const Simulation recorded = run(checked.recorded.settings, true);
    result.isRefusedAsRecorded = isIn(recorded.ooms, report.event);
    for (Candidate& candidate : candidates(checked.recorded.version, true, false)) {
        if (!result.isComplete)
            return result;
        if (!isWorthATry(candidate, checked.recorded.settings))
            continue;
        const Simulation simulation = run(candidate.settings, false);
        result.trials.push_back({std::move(candidate), !isIn(simulation.ooms, report.event),
            newlyRefused(device, simulation.ooms, report.event), simulation.figures});
    }
    return result;
}

std::string plainText(const OomTrials& trials)
{
    std::string text = fmt::format(
        "In the simulator, with {} to reserve as at that moment:\n", exactBytesText(trials.limit));
    if (!trials.isRefusedAsRecorded)
        return text
            + "  The recorded settings would be served there, which they were not: the simulator does not "
              "follow this recording closely enough to tell of others.\n";
    text += "  The recorded settings are refused it, as they were.\n";
    for (const OomTrial& trial : trials.trials) {
        text += fmt::format("  {:<28}{}", trial.candidate.conf,
            trial.serves ? "would have served it" : "would not have served it");
        if (trial.refusedBefore > 0)
            text += fmt::format(", and {} before it would have been refused",
                countedText(trial.refusedBefore, "request", "requests"));
        text += '\n';
    }
    return text;
}

} // namespace tidemark
