// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "app/commands/diff_report.h"
#include "app/commands/moments.h"
#include "app/number_options.h"
#include "core/analysis/holders/attribution.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

struct DiffArguments : FileArguments {
    std::string other;
    std::string by = "scope";
    std::vector<std::string> moments;
    std::optional<int> otherDevice;
    std::size_t most = 30;
};

Expected<DiffReport::Side> sideOf(const std::string& file, const std::string& moment,
    const AnalyzedRecording& analyzed, std::size_t device, const Attribution& attribution)
{
    const auto position = momentNamed(moment, analyzed, device, Curve::Allocated);
    if (!position)
        return tl::unexpected(position.error());
    return DiffReport::Side{
        file, moment, {&analyzed.recording, device, &analyzed.histories[device], &attribution, *position}};
}

int report(const DiffArguments& arguments, CompareBy by, const Expected<DiffReport::Side>& a,
    const Expected<DiffReport::Side>& b)
{
    if (!a || !b)
        return complain(ExitWrongUsage, (a ? b : a).error().message);
    DiffReport report = {*a, *b, compareMoments(a->at, b->at, by), {}, arguments.most};
    if (a->at.history != b->at.history)
        report.phases = aligned(phasePeaks(*a->at.recording, a->at.device, *a->at.history),
            phasePeaks(*b->at.recording, b->at.device, *b->at.history));
    return arguments.json ? printJson(diffJson(report)) : print(diffText(report));
}

int runDiff(const DiffArguments& arguments)
{
    const auto by = compareByFromName(arguments.by);
    if (!by)
        return complain(ExitWrongUsage,
            fmt::format(
                "\"{}\" is nothing to compare by; write scope, place, operator, stack, category, dtype, "
                "module or phase",
                arguments.by));
    if (arguments.moments.size() > 2)
        return complain(ExitWrongUsage, "two moments are compared, not more: write --at twice at most");
    if (arguments.other.empty() && arguments.moments.size() < 2)
        return complain(ExitWrongUsage,
            "nothing to compare with: name a second recording, or two moments of this one, such as --at peak "
            "--at end");
    const std::string momentA = arguments.moments.empty() ? "peak" : arguments.moments.front();
    const std::string momentB = arguments.moments.empty() ? "peak" : arguments.moments.back();
    return withDevice(arguments, [&](const AnalyzedRecording& a, std::size_t deviceA) -> int {
        const Attribution ofA = attribute(a.recording, deviceA, a.histories[deviceA]);
        const auto sideA = sideOf(arguments.file, momentA, a, deviceA, ofA);
        if (arguments.other.empty())
            return report(arguments, *by, sideA, sideOf(arguments.file, momentB, a, deviceA, ofA));
        FileArguments other;
        other.file = arguments.other;
        other.device = arguments.otherDevice ? arguments.otherDevice : arguments.device;
        return withDevice(other, [&](const AnalyzedRecording& b, std::size_t deviceB) -> int {
            const Attribution ofB = attribute(b.recording, deviceB, b.histories[deviceB]);
            return report(arguments, *by, sideA, sideOf(arguments.other, momentB, b, deviceB, ofB));
        });
    });
}

} // namespace

void addDiffCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<DiffArguments>();
    CLI::App* command = addCommand(app, exitCode, "diff",
        "Two recordings, or two moments of one, beside each other: their peaks, the peaks of each phase, and "
        "what was alive, told apart by what does not depend on addresses",
        arguments, runDiff);
    command->get_option("FILE")->description(
        "the one called A: a .tide recording or a PyTorch memory snapshot");
    command->add_option("OTHER", arguments->other, "the one called B; else two moments of A are compared");
    command
        ->add_option("--by", arguments->by,
            "what memory is told apart by: scope, place (scope and operator), operator, stack, category, "
            "dtype, "
            "module or phase")
        ->capture_default_str();
    command
        ->add_option("--at", arguments->moments,
            fmt::format("the moment: {}; twice for another one in B. The peak is that of allocated memory",
                momentNames))
        ->allow_extra_args(false);
    command->add_option(
        "--device", arguments->device, "the device's number; else the first that holds memory");
    command->add_option("--other-device", arguments->otherDevice, "its number in B, where it is another");
    addCountOption(*command, "--most", arguments->most, "how many groups to list")->capture_default_str();
    command->add_flag("--json", arguments->json, "print JSON, with all groups");
}

} // namespace tidemark
