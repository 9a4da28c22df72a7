// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/exit_code.h"
#include "app/commands/report_json.h"
#include "core/analysis/analyzed_recording.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// What every command that reads a recording is given.
struct FileArguments {
    std::string file;
    std::vector<std::string> moreFiles; // only where the command takes several
    std::optional<int> device; // its number; only where the command has --device
    std::string source; // the file it is from, where several were given; empty: any
    bool json = false;
};

// One line on standard error; returns `code`.
int complain(ExitCode code, std::string_view message);

// That figures before the device's end may be a few bytes off, where its beginning had to be rebuilt.
void complainOfDoubts(const Device& device);

// To standard output. A failure to write is told, and is the result.
int print(const std::string& text);
int printJson(const Json& json);

// Reads and replays the file, then runs `use`; a file that cannot be read is told, and is the result.
int withRecording(const FileArguments& arguments, const std::function<int(const AnalyzedRecording&)>& use);
// The place of the device that `arguments` name; where they name none, of the first that holds memory.
Expected<std::size_t> deviceNamed(const FileArguments& arguments, const AnalyzedRecording& analyzed);
// The same for the chosen device. Where the recording has others and none was named, it is told which it is.
int withDevice(const FileArguments& arguments,
    const std::function<int(const AnalyzedRecording&, std::size_t device)>& use);

// What `output` names may be written: it is none of the files that are read. Else that is told, and is the
// result.
int complainOfOwnCopy(const FileArguments& arguments, const std::string& output);
// Into a file that is there as a whole or not at all; a failure is told, and is the result.
int writeFile(const std::string& output, const std::string& text);

// Every file that the command was given.
std::vector<std::filesystem::path> filesOf(const FileArguments& arguments);

CLI::Option* addFileOption(CLI::App& command, FileArguments& arguments);
// FILE may then be a folder, or followed by more files.
CLI::Option* addMoreFilesOption(CLI::App& command, FileArguments& arguments);
// --device, and --source for several files.
CLI::Option* addDeviceOption(CLI::App& command, FileArguments& arguments);

// A command whose arguments live as long as its callback: addCommand(app, exitCode, "info", "...", arguments,
// run)
template <class Arguments>
CLI::App* addCommand(CLI::App& app, int& exitCode, const char* name, const char* help,
    const std::shared_ptr<Arguments>& arguments, int (*run)(const Arguments&))
{
    CLI::App* command = app.add_subcommand(name, help);
    addFileOption(*command, *arguments);
    command->callback([arguments, &exitCode, run] { exitCode = run(*arguments); });
    return command;
}

} // namespace tidemark
