// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "app/commands/simulate_arguments.h"
#include "app/commands/simulate_report.h"
#include "core/base/bytes.h"
#include "core/simulate/empty_cache_moments.h"

namespace tidemark {

namespace {

struct SimulateArguments : RecordedArguments {
    bool check = false;
    std::vector<std::string> confs;
    std::string limit;
    std::string emptyCacheAt;
    std::string policy; // of the other settings

    bool hasWhatIf() const
    {
        return !confs.empty() || !limit.empty() || !emptyCacheAt.empty() || !policy.empty();
    }
};

Expected<std::vector<std::pair<std::string, WhatIf>>> whatIfsOf(const SimulateArguments& arguments,
    const Recording& recording, std::size_t index, const CheckedProgram& checked)
{
    WhatIf common;
    common.run = checked.recorded;
    common.keep = Keep::Figures;
    if (!arguments.limit.empty()) {
        const auto limit = parseBytes(arguments.limit);
        if (!limit)
            return tl::unexpected(limit.error());
        common.run.limit = *limit;
    }
    if (!arguments.policy.empty()) {
        const auto version = PolicyVersion::parse(arguments.policy);
        if (!version)
            return tl::unexpected(version.error());
        common.run.version = *version;
    }
    if (!arguments.emptyCacheAt.empty()) {
        auto moments = emptyCacheMoments(recording, index, arguments.emptyCacheAt);
        if (!moments)
            return tl::unexpected(moments.error());
        common.emptyCacheAt = std::move(*moments);
    }
    std::vector<std::pair<std::string, WhatIf>> result;
    if (arguments.confs.empty())
        result.emplace_back(checked.conf.empty() ? "recorded settings" : checked.conf, common);
    for (const std::string& conf : arguments.confs) {
        const auto settings = AllocatorSettings::parse(conf);
        if (!settings)
            return tl::unexpected(settings.error());
        common.run.settings = *settings;
        result.emplace_back(conf.empty() ? "default" : conf, common);
    }
    return result;
}

Expected<std::vector<RunRow>> runAll(const SimulateArguments& arguments, const AnalyzedRecording& analyzed,
    std::size_t index, const CheckedProgram& checked)
{
    const Device& device = analyzed.recording.devices[index];
    std::vector<RunRow> rows = {recordedRow(device, analyzed.histories[index], checked)};
    if (!arguments.hasWhatIf())
        return rows;
    const auto whatIfs = whatIfsOf(arguments, analyzed.recording, index, checked);
    if (!whatIfs)
        return tl::unexpected(whatIfs.error());
    for (const auto& [name, whatIf] : *whatIfs) {
        Simulation run = simulate(device, checked, whatIf);
        rows.push_back({name, whatIf.run.limit, run.figures, std::move(run.ooms), run.servedOoms});
    }
    return rows;
}

std::string textOf(const std::vector<RunRow>& rows, const CheckedProgram& checked)
{
    std::string text = checkText(checked) + '\n' + runTable(rows);
    for (const RunRow& row : rows)
        text += oomText(row);
    return text;
}

Json jsonOf(
    const SimulateArguments& arguments, const std::vector<RunRow>& rows, const CheckedProgram& checked)
{
    if (!arguments.hasWhatIf())
        return checkJson(checked);
    Json json = {{"check", checkJson(checked)}, {"runs", Json::array()}};
    for (const RunRow& row : rows)
        json["runs"].push_back(runJson(row));
    return json;
}

// A check of the recorded settings alone: the only limit that can be meant is the recorded run's.
SimulateArguments meant(SimulateArguments arguments)
{
    if (arguments.check && arguments.confs.empty() && arguments.recordedLimit.empty())
        arguments.recordedLimit = std::exchange(arguments.limit, {});
    return arguments;
}

int runSimulate(const SimulateArguments& given)
{
    const SimulateArguments arguments = meant(given);
    return withChecked(arguments,
        [&](const AnalyzedRecording& analyzed, std::size_t index, const CheckedProgram& checked) -> int {
            const auto rows = runAll(arguments, analyzed, index, checked);
            if (!rows)
                return complain(ExitWrongUsage, rows.error().message);
            const int printed =
                arguments.json ? printJson(jsonOf(arguments, *rows, checked)) : print(textOf(*rows, checked));
            const bool isFailed = arguments.check && !checked.check.isEqual();
            return printed == ExitFine && isFailed ? ExitCheckFailed : printed;
        });
}

} // namespace

void addSimulateCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<SimulateArguments>();
    CLI::App* command = addCommand(app, exitCode, "simulate",
        "Run a recorded program again: prove the policy on its own settings, or try others", arguments,
        runSimulate);
    addRecordedOptions(*command, *arguments);
    command->add_flag(
        "--check", arguments->check, "exit with 1 when any decision differs from the recorded one");
    command->add_option("--conf", arguments->confs,
        "settings to try, as in PYTORCH_ALLOC_CONF: expandable_segments:True (may be given several times)");
    command->add_option("--limit", arguments->limit,
        "try settings under a limit, 24GiB; with --check alone: the limit of the recorded run");
    command->add_option("--empty-cache-at", arguments->emptyCacheAt,
        "with --conf: call empty_cache() too at every-step, just after event K, or where a mark or "
        "annotation of "
        "this name ends");
    command->add_option(
        "--policy", arguments->policy, "with --conf: as this release of PyTorch decides, 2.5");
}

} // namespace tidemark
