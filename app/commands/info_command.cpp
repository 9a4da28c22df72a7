// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "app/commands/report_text.h"

namespace tidemark {

namespace {

int runInfo(const FileArguments& arguments)
{
    return withRecording(arguments, [&](const AnalyzedRecording& analyzed) {
        return arguments.json ? printJson(infoJson(analyzed)) : print(infoText(analyzed));
    });
}

} // namespace

void addInfoCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<FileArguments>();
    CLI::App* command = addCommand(app, exitCode, "info",
        "Settings, peaks and end of a recording, in words and bytes", arguments, runInfo);
    addMoreFilesOption(*command, *arguments);
    command->add_flag("--json", arguments->json, "print JSON");
    command->footer(
        "A file that ends early, and files of several that cannot be read, are told by a note (in\n"
        "JSON: \"complete\", \"warnings\"); the exit code is 0 as long as something could be read.");
}

} // namespace tidemark
