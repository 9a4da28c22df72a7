// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_support.h"

#include "core/base/one_line.h"
#include "core/files/open_recordings.h"
#include "core/files/output_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <span>
#include <system_error>

namespace tidemark {

namespace {

// The place of the device that `arguments` name.
Expected<std::size_t> deviceNamed(const FileArguments& arguments, const Recording& recording)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < recording.devices.size(); ++i) {
        const Device& device = recording.devices[i];
        if (device.ordinal == arguments.device
            && (arguments.source.empty() || device.source == arguments.source))
            found.push_back(i);
    }
    if (found.empty() && !arguments.source.empty())
        return fail(fmt::format("no file named {} has a device {}", arguments.source, arguments.device));
    if (found.empty())
        return fail(arguments.moreFiles.empty()
                ? fmt::format("{} has no device {}", arguments.file, arguments.device)
                : fmt::format("none of the files has a device {}", arguments.device));
    if (found.size() > 1 && !recording.devices[found.front()].source.empty())
        return fail(fmt::format("{} files have a device {}: say which with --source, such as --source {}",
            found.size(), arguments.device, recording.devices[found.front()].source));
    const Device& device = recording.devices[found.front()];
    if (device.events.empty() && !device.curves.empty())
        return fail(fmt::format("device {} of {} has curves only, as a profiler gives them: no events and no "
                                "blocks. \"tidemark info\" tells their peaks",
            arguments.device, device.source.empty() ? arguments.file : device.source));
    return found.front();
}

} // namespace

int complain(ExitCode code, std::string_view message)
{
    // fmt::print() would throw where nobody reads it.
    [[maybe_unused]] const int ignored =
        std::fputs(fmt::format("tidemark: {}\n", oneLine(message)).c_str(), stderr);
    return code;
}

void complainOfDoubts(const Device& device)
{
    complain(ExitFine,
        fmt::format(
            "the figures before the end of device {} are not sure in every byte; \"tidemark info\" says why",
            device.ordinal));
}

int print(const std::string& text)
{
    const bool isWritten =
        std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    return isWritten
        ? ExitFine
        : complain(ExitCheckFailed, fmt::format("the output could not be written: {}", std::strerror(errno)));
}

int printJson(const Json& json)
{
    // Names from strangers' files may hold any bytes.
    return print(json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n');
}

std::vector<std::filesystem::path> filesOf(const FileArguments& arguments)
{
    std::vector<std::filesystem::path> files = {arguments.file};
    files.insert(files.end(), arguments.moreFiles.begin(), arguments.moreFiles.end());
    return files;
}

int withRecording(const FileArguments& arguments, const std::function<int(const AnalyzedRecording&)>& use)
{
    auto recording = openRecordings(filesOf(arguments));
    if (!recording)
        return complain(ExitUnreadable, recording.error().message);
    return use(analyze(std::move(*recording)));
}

int withDevice(const FileArguments& arguments,
    const std::function<int(const AnalyzedRecording&, std::size_t device)>& use)
{
    return withRecording(arguments, [&](const AnalyzedRecording& analyzed) -> int {
        const auto device = deviceNamed(arguments, analyzed.recording);
        if (!device)
            return complain(ExitWrongUsage, device.error().message);
        if (!analyzed.recording.complete)
            complain(ExitFine, "the recording ends early; the figures are of what it holds");
        return use(analyzed, *device);
    });
}

int complainOfOwnCopy(const FileArguments& arguments, const std::string& output)
{
    std::error_code isNew;
    for (const std::filesystem::path& file : filesOf(arguments))
        if (std::filesystem::equivalent(file, output, isNew))
            return complain(ExitWrongUsage,
                fmt::format("{} is what is read, and would be replaced; name another file to write", output));
    return ExitFine;
}

int writeFile(const std::string& output, const std::string& text)
{
    auto file = OutputFile::create(output);
    if (!file)
        return complain(ExitCheckFailed, file.error().message);
    auto done = file->write(std::as_bytes(std::span(text)));
    if (done)
        done = file->commit();
    return done ? ExitFine : complain(ExitCheckFailed, done.error().message);
}

CLI::Option* addFileOption(CLI::App& command, FileArguments& arguments)
{
    return command.add_option("FILE", arguments.file, "a .tide recording or a PyTorch memory snapshot")
        ->required();
}

CLI::Option* addMoreFilesOption(CLI::App& command, FileArguments& arguments)
{
    command.get_option("FILE")->description("a recording, a PyTorch memory snapshot, or a folder of them");
    return command.add_option("MORE", arguments.moreFiles, "further files, such as those of other ranks");
}

CLI::Option* addDeviceOption(CLI::App& command, FileArguments& arguments)
{
    command.add_option("--source", arguments.source, "of several files, the one whose device it is");
    return command.add_option("--device", arguments.device, "the device's number")->default_val(0);
}

} // namespace tidemark
