// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/simulate_report.h"

#include "core/base/bytes.h"
#include "core/simulate/recorded_figures.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

std::string size(std::uint64_t bytes)
{
    return formatBytes(static_cast<std::int64_t>(bytes));
}

std::string givenLine(GivenKind kind, std::uint64_t many)
{
    return fmt::format("  given: {} {}. {}\n", formatCount(many), givenName(kind), whyGiven(kind));
}

std::string_view reasonText(const OutOfMemory& why)
{
    switch (why.reason) {
    case OutOfMemory::Reason::Limit:
        return "the limit does not allow it";
    case OutOfMemory::Reason::Device:
        return "the device has no room";
    case OutOfMemory::Reason::Assertion:
        return "this release of PyTorch stops here with an internal assertion";
    case OutOfMemory::Reason::Absurd:
        break;
    }
    return "no device has so much";
}

std::string environmentLine(const Candidate& candidate)
{
    if (candidate.conf.empty())
        return "unset PYTORCH_ALLOC_CONF PYTORCH_CUDA_ALLOC_CONF";
    return fmt::format("export PYTORCH_CUDA_ALLOC_CONF={}", candidate.conf);
}

// What makes the advice less than certain; empty: nothing.
std::string doubtText(const CheckResult& check)
{
    if (!check.isEqual())
        return fmt::format("Warning: on the recorded settings only {} of {} decisions were equal, so these "
                           "figures are estimates.\n",
            formatCount(check.equal()), formatCount(check.decisions));
    const std::uint64_t unsure =
        check.of(GivenKind::Refusal) + check.of(GivenKind::Release) + check.of(GivenKind::Unfollowed);
    if (unsure > 0)
        return fmt::format(
            "Warning: {} decisions had to be taken from the recording as they are.\n", formatCount(unsure));
    return {};
}

std::string timesText(std::int64_t times)
{
    return fmt::format("{} time{}", formatExact(times), times == 1 ? "" : "s");
}

// An allocation without memory counts more than any saving.
std::string oomVerdict(const RunFigures& recorded, const RunFigures& best)
{
    if (best.ooms == 0 && recorded.ooms == 0)
        return {};
    if (best.ooms == 0)
        return fmt::format("It runs out of memory no more, instead of {}.\n", timesText(recorded.ooms));
    return fmt::format("Even so it runs out of memory {}, instead of {}.\n", timesText(best.ooms),
        formatExact(recorded.ooms));
}

} // namespace

RunRow recordedRow(const Device& device, const DeviceHistory& history, const CheckedProgram& checked)
{
    RunRow row;
    row.name = "as recorded";
    row.limit = checked.recorded.limit;
    row.figures = recordedFigures(device, history, checked);
    return row;
}

std::string checkText(const CheckedProgram& checked)
{
    const CheckResult& check = checked.check;
    std::string text = fmt::format("Recorded settings ({}): {} of {} decisions equal.\n",
        checked.conf.empty() ? "default" : checked.conf, formatCount(check.equal()),
        formatCount(check.decisions));
    if (check.firstMismatch)
        text += fmt::format("  first difference: {}\n", describe(*check.firstMismatch));
    for (std::size_t i = 0; i < givenKindCount; ++i)
        if (check.given[i] > 0)
            text += givenLine(static_cast<GivenKind>(i), check.given[i]);
    return text;
}

std::string runTable(std::span<const RunRow> rows)
{
    std::size_t width = 12;
    for (const RunRow& row : rows)
        width = std::max(width, row.name.size());
    std::string text = fmt::format("{:<{}}  {:>9}  {:>9}  {:>9}  {:>9}  {:>9}  {:>9}  {:>7}  {:>7}  {:>4}\n",
        "", width, "peak", "peak", "peak", "end", "device", "device", "", "", "");
    text += fmt::format("{:<{}}  {:>9}  {:>9}  {:>9}  {:>9}  {:>9}  {:>9}  {:>7}  {:>7}  {:>4}\n", "settings",
        width, "reserved", "active", "allocated", "reserved", "mallocs", "frees", "retries", "limit", "OOMs");
    for (const RunRow& row : rows) {
        const RunFigures& f = row.figures;
        text += fmt::format("{:<{}}  {:>9}  {:>9}  {:>9}  {:>9}  {:>9}  {:>9}  {:>7}  {:>7}  {:>4}\n",
            row.name, width, size(f.peak.reserved), size(f.peak.active), size(f.peak.allocated),
            size(f.end.reserved), formatExact(f.deviceMallocs), formatExact(f.deviceFrees),
            formatExact(f.allocRetries), row.limit > 0 ? size(row.limit) : "none", formatExact(f.ooms));
    }
    return text;
}

std::string oomText(const RunRow& row)
{
    if (row.ooms.empty() && row.servedOoms == 0)
        return {};
    std::string text;
    if (!row.ooms.empty()) {
        const SimulatedOom& first = row.ooms.front();
        text = fmt::format("{}: out of memory {}, first at event {}: {} asked for, {} of segment needed; {}. "
                           "What found no memory was left out of the rest of the run.\n",
            row.name, timesText(row.figures.ooms), formatCount(first.event + 1), size(first.why.requested),
            size(first.why.segmentSize), reasonText(first.why));
    }
    if (row.servedOoms > 0)
        text += fmt::format("{}: {} of the requests that failed in the recording would be served.\n",
            row.name, formatCount(row.servedOoms));
    return text;
}

std::string trialName(const Trial& trial)
{
    std::string name = trial.candidate.conf.empty() ? "default" : trial.candidate.conf;
    if (trial.candidate.emptiesCacheEachStep)
        name += " + empty_cache() each step";
    return trial.isRecorded ? name + " (as recorded)" : name;
}

std::string suggestionText(const Suggestion& suggestion, const CheckedProgram& checked)
{
    std::vector<RunRow> rows;
    for (const Trial& trial : suggestion.trials)
        rows.push_back({trialName(trial), trial.limit, trial.figures, {}, 0});
    std::string text = doubtText(checked.check) + '\n' + runTable(rows) + '\n';
    if (suggestion.recordedIsBest())
        return text + "The recorded settings are already the best of these.\n";
    const Trial& best = suggestion.trials.front();
    const Trial& recorded = suggestion.trials[suggestion.recorded()];
    const auto saved = static_cast<std::int64_t>(recorded.figures.peak.reserved)
        - static_cast<std::int64_t>(best.figures.peak.reserved);
    text +=
        fmt::format("Best: {}. Peak reserved {} instead of {} ({} less), {} device mallocs instead of {}.\n",
            trialName(best), size(best.figures.peak.reserved), size(recorded.figures.peak.reserved),
            formatBytes(saved), formatExact(best.figures.deviceMallocs),
            formatExact(recorded.figures.deviceMallocs));
    text += oomVerdict(recorded.figures, best.figures);
    text += fmt::format("\n  {}\n", environmentLine(best.candidate));
    if (best.candidate.conf.find("large_segment_size_mb") != std::string::npos)
        text += "\n(large_segment_size_mb needs PyTorch 2.11 or newer.)\n";
    if (!best.candidate.conf.empty())
        text += "\n(PyTorch 2.9 and newer read PYTORCH_ALLOC_CONF too.)\n";
    if (best.candidate.emptiesCacheEachStep)
        text += "and call torch.cuda.empty_cache() at the end of each step.\n";
    return text;
}

} // namespace tidemark
