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
    addCommand(app, exitCode, "info", "Settings, peaks and end of a recording, in words and bytes", arguments,
        runInfo)
        ->add_flag("--json", arguments->json, "print JSON");
}

} // namespace tidemark
