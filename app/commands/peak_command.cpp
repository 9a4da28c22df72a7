// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "app/commands/moments.h"
#include "app/commands/peak_report.h"
#include "app/commands/rule_files.h"
#include "app/number_options.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

struct PeakArguments : FileArguments {
    std::string by;
    std::string of;
    std::string at;
    std::size_t top = 0;
    bool csv = false;
    std::string rules; // a file
};

Curve curveNamed(const std::string& name)
{
    return name == "reserved" ? Curve::Reserved : name == "active" ? Curve::Active : Curve::Allocated;
}

struct PeakMoment {
    std::size_t position = 0;
    std::string name;
};

Expected<PeakMoment> momentOf(
    const PeakArguments& arguments, const AnalyzedRecording& analyzed, std::size_t device)
{
    const std::string at = arguments.at.empty() ? "peak" : arguments.at;
    const auto position = momentNamed(at, analyzed, device, curveNamed(arguments.of));
    if (!position)
        return tl::unexpected(position.error());
    return PeakMoment{*position, at == "peak" ? fmt::format("the peak of {} memory", arguments.of) : at};
}

PeakReport reportOf(const PeakArguments& arguments, const std::optional<ClassRules>& rules,
    const AnalyzedRecording& analyzed, std::size_t device, std::size_t position)
{
    return rules
        ? peakReport(analyzed, device, position, *rules)
        : peakReport(analyzed, device, position, groupByFromName(arguments.by).value_or(GroupBy::Category));
}

// None: memory is told apart by something else.
Expected<std::optional<ClassRules>> rulesOf(const PeakArguments& arguments)
{
    if ((arguments.by == "rule") != !arguments.rules.empty())
        return fail(
            arguments.rules.empty() ? "--by rule needs the rules: --rules FILE" : "--rules is for --by rule");
    if (arguments.rules.empty())
        return std::optional<ClassRules>();
    return readClassRules(arguments.rules).map([](ClassRules&& rules) {
        return std::optional<ClassRules>(std::move(rules));
    });
}

int runPeak(const PeakArguments& arguments)
{
    const auto rules = rulesOf(arguments);
    if (!rules)
        return complain(ExitWrongUsage, rules.error().message);
    return withDevice(arguments, [&](const AnalyzedRecording& analyzed, std::size_t index) -> int {
        const auto moment = momentOf(arguments, analyzed, index);
        if (!moment)
            return complain(ExitWrongUsage, moment.error().message);
        if (analyzed.doubts[index].any() && moment->position < analyzed.histories[index].eventCount())
            complainOfDoubts(analyzed.recording.devices[index]);
        PeakReport report = reportOf(arguments, *rules, analyzed, index, moment->position);
        report.moment = moment->name;
        if (arguments.json)
            return printJson(peakJson(analyzed, report, arguments.top));
        return print(
            arguments.csv ? peakCsv(report, arguments.top) : peakText(analyzed, report, arguments.top));
    });
}

} // namespace

void addPeakCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<PeakArguments>();
    CLI::App* command = addCommand(app, exitCode, "peak",
        "What was alive at the highest moment, or at any other, by category, module, operator, ...: sums to "
        "allocated memory, to the byte",
        arguments, runPeak);
    addMoreFilesOption(*command, *arguments);
    std::vector<std::string> kinds;
    for (const GroupBy by : allGroupBys)
        kinds.emplace_back(groupByName(by));
    kinds.emplace_back("rule");
    command->add_option("--by", arguments->by, "what allocations are told apart by")
        ->check(CLI::IsMember(kinds))
        ->default_val("category");
    command
        ->add_option("--rules", arguments->rules,
            "for --by rule: one's own classes, a line each: NAME = KEY:PATTERN ..., with the keys stack, "
            "module, operator, annotation, tensor and category; all patterns of a line must hold, and the "
            "first line that holds gives the class, whatever the recording says")
        ->type_name("FILE");
    command->add_option("--of", arguments->of, "whose peak")
        ->check(CLI::IsMember({"allocated", "active", "reserved"}))
        ->default_val("allocated");
    command->add_option("--at", arguments->at, fmt::format("another moment: {}", momentNames));
    addCountOption(*command, "--top", arguments->top, "so many groups one by one, the rest as one row")
        ->default_val(20);
    auto* form = command->add_option_group("form", "in which form");
    form->add_flag("--json", arguments->json, "print JSON");
    form->add_flag("--csv", arguments->csv, "print CSV");
    form->require_option(0, 1);
    addDeviceOption(*command, *arguments);
}

} // namespace tidemark
