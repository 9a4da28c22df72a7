// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "core/files/open_recording.h"
#include "core/files/tide_file.h"

#include <filesystem>
#include <fmt/format.h>

namespace tidemark {

namespace {

struct ConvertArguments : FileArguments {
    std::string output;
};

int runConvert(const ConvertArguments& arguments)
{
    std::error_code isNew;
    if (std::filesystem::equivalent(arguments.file, arguments.output, isNew))
        return complain(ExitWrongUsage,
            fmt::format(
                "{} would be replaced by its own copy; name another file to write", arguments.output));
    const auto recording = openRecording(arguments.file);
    if (!recording)
        return complain(ExitUnreadable, recording.error().message);
    if (const auto written = writeTide(*recording, arguments.output); !written)
        return complain(ExitCheckFailed, written.error().message);
    return ExitFine;
}

} // namespace

void addConvertCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<ConvertArguments>();
    addCommand(app, exitCode, "convert", "Write a recording as .tide", arguments, runConvert)
        ->add_option("OUT", arguments->output, "the .tide file to write")
        ->required();
}

} // namespace tidemark
