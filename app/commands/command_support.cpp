// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_support.h"

#include "core/analysis/devices/device_labels.h"
#include "core/base/one_line.h"
#include "core/files/open_recordings.h"
#include "core/files/output_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <span>
#include <system_error>

namespace tidemark {

namespace {

bool isMeant(const FileArguments& arguments, const Device& device)
{
    if (!arguments.source.empty() && device.source != arguments.source)
        return false;
    return arguments.device ? device.ordinal == *arguments.device : !isPinnedHostMemory(device);
}

// Those that may be meant, by their places.
std::vector<std::size_t> devicesMeant(const FileArguments& arguments, const Recording& recording)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < recording.devices.size(); ++i)
        if (isMeant(arguments, recording.devices[i]))
            found.push_back(i);
    return found;
}

tl::unexpected<Error> noSuchDevice(const FileArguments& arguments)
{
    const std::string which = arguments.device ? fmt::format("device {}", *arguments.device) : "device";
    if (!arguments.source.empty())
        return fail(fmt::format("no file named {} has a {}", arguments.source, which));
    return fail(arguments.moreFiles.empty() ? fmt::format("{} has no {}", arguments.file, which)
                                            : fmt::format("none of the files has a {}", which));
}

void tellWhichDevice(const FileArguments& arguments, const Recording& recording, std::size_t device)
{
    const std::size_t count = devicesMeant(arguments, recording).size();
    if (arguments.device || count < 2)
        return;
    const std::string& source = recording.devices[device].source;
    complain(ExitFine,
        fmt::format("of {} devices this is device {}{}; --device chooses another", count,
            recording.devices[device].ordinal, source.empty() ? source : " of " + source));
}

} // namespace

Expected<std::size_t> deviceNamed(const FileArguments& arguments, const AnalyzedRecording& analyzed)
{
    const Recording& recording = analyzed.recording;
    std::vector<std::size_t> found = devicesMeant(arguments, recording);
    if (found.empty())
        return noSuchDevice(arguments);
    const auto holdsMemory = [&](std::size_t i) {
        return analyzed.histories[i].peak(Curve::Reserved).bytes > 0 || !recording.devices[i].curves.empty();
    };
    const auto first = std::find_if(found.begin(), found.end(), holdsMemory);
    const Device& device = recording.devices[first == found.end() ? found.front() : *first];
    std::erase_if(found, [&](std::size_t i) { return recording.devices[i].ordinal != device.ordinal; });
    if (found.size() > 1 && !device.source.empty())
        return fail(fmt::format("{} files have a device {}: say which with --source, such as --source {}",
            found.size(), device.ordinal, device.source));
    if (device.events.empty() && !device.curves.empty())
        return fail(fmt::format("device {} of {} has curves only, as a profiler gives them: no events and no "
                                "blocks. \"tidemark info\" tells their peaks",
            device.ordinal, device.source.empty() ? arguments.file : device.source));
    return static_cast<std::size_t>(&device - recording.devices.data());
}

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
        const auto device = deviceNamed(arguments, analyzed);
        if (!device)
            return complain(ExitWrongUsage, device.error().message);
        if (!analyzed.recording.complete)
            complain(ExitFine, "the recording ends early; the figures are of what it holds");
        tellWhichDevice(arguments, analyzed.recording, *device);
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
    return command.add_option(
        "--device", arguments.device, "the device's number; else the first that holds memory");
}

} // namespace tidemark
