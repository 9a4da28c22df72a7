// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/progress_line.h"
#include "app/commands/simulate_arguments.h"
#include "app/commands/simulate_report.h"
#include "core/base/bytes.h"

namespace tidemark {

namespace {

struct SuggestArguments : RecordedArguments {
    std::string limit;
};

int runSuggest(const SuggestArguments& arguments)
{
    const auto limit = arguments.limit.empty() ? Expected<std::uint64_t>(0) : parseBytes(arguments.limit);
    if (!limit)
        return complain(ExitWrongUsage, limit.error().message);
    return withChecked(
        arguments, [&](const AnalyzedRecording& analyzed, std::size_t index, const CheckedProgram& checked) {
            Progress progress;
            ProgressLine line(progress, "trying settings");
            const Suggestion suggestion =
                suggest(analyzed.recording, index, checked, *limit, {.progress = &progress, .stop = {}});
            line.end();
            return arguments.json ? printJson(suggestionJson(suggestion, checked))
                                  : print(checkText(checked) + suggestionText(suggestion, checked));
        });
}

} // namespace

void addSuggestCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<SuggestArguments>();
    CLI::App* command = addCommand(app, exitCode, "suggest",
        "Try some two dozen allocator settings on a recorded program and rank them", arguments, runSuggest);
    addRecordedOptions(*command, *arguments);
    command->add_option("--limit", arguments->limit, "at most so much reserved memory, 24GiB");
}

} // namespace tidemark
