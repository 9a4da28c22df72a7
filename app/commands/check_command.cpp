// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "core/analysis/replay/figures_check.h"
#include "core/base/bytes.h"

#include <fmt/format.h>
#include <iterator>

namespace tidemark {

namespace {

constexpr std::size_t mostListed = 20;

std::string deviceTitle(const Device& device)
{
    std::string title = fmt::format("Device {}", device.ordinal);
    if (!device.name.empty())
        title += fmt::format(" ({})", device.name);
    return title;
}

std::string checkText(const Device& device, const FiguresCheck& check)
{
    std::string text = fmt::format("{}, {} events\n", deviceTitle(device), formatCount(device.events.size()));
    auto out = std::back_inserter(text);
    if (check.samples > 0)
        fmt::format_to(out, "  memory_stats(): {} figures at {} moments, {} differ\n",
            formatCount(check.figures), formatCount(check.samples), formatCount(check.differences.size()));
    if (check.hasFinalState)
        fmt::format_to(out, "  blocks at the end: {}, {} differ\n", formatCount(check.finalBlocks),
            formatCount(check.differingBlocks));
    if (check.samples == 0 && !check.hasFinalState)
        text += "  the file holds no figures of the allocator itself to compare with\n";
    if (check.contradictions > 0)
        fmt::format_to(out, "  {} events contradict the state\n", formatCount(check.contradictions));
    for (std::size_t i = 0; i < std::min(check.differences.size(), mostListed); ++i) {
        const FigureDifference& difference = check.differences[i];
        fmt::format_to(out, "  '{}' before event {}: {} is {}, replay gives {}\n", difference.sample,
            formatCount(difference.event + 1), difference.name, formatExact(difference.told),
            formatExact(difference.replayed));
    }
    return text;
}

Json checkJson(const Device& device, const FiguresCheck& check)
{
    Json differences = Json::array();
    for (const FigureDifference& difference : check.differences)
        differences.push_back({{"sample", difference.sample}, {"event", difference.event},
            {"name", difference.name}, {"told", difference.told}, {"replayed", difference.replayed}});
    return {{"device", device.ordinal}, {"name", device.name}, {"events", device.events.size()},
        {"samples", check.samples}, {"figures", check.figures}, {"differences", std::move(differences)},
        {"contradictions", check.contradictions}, {"has_final_state", check.hasFinalState},
        {"final_blocks", check.finalBlocks}, {"differing_blocks", check.differingBlocks}};
}

int runCheck(const FileArguments& arguments)
{
    return withRecording(arguments, [&](const AnalyzedRecording& analyzed) -> int {
        Json json = Json::array();
        std::string text;
        bool isEqual = true;
        if (!analyzed.recording.complete)
            text += "Note: the recording ends early; what is compared is what it holds.\n";
        for (std::size_t i = 0; i < analyzed.histories.size(); ++i) {
            const Device& device = analyzed.recording.devices[i];
            const FiguresCheck check = checkFigures(device, analyzed.histories[i]);
            isEqual = isEqual && check.isEqual();
            json.push_back(checkJson(device, check));
            text += checkText(device, check);
        }
        const int printed = arguments.json ? printJson(json) : print(text);
        return printed != ExitFine || isEqual ? printed : ExitCheckFailed;
    });
}

} // namespace

void addCheckCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<FileArguments>();
    addCommand(app, exitCode, "check",
        "Compare replay with the allocator's own figures that the file carries; 1: they differ", arguments,
        runCheck)
        ->add_flag("--json", arguments->json, "print JSON");
}

} // namespace tidemark
