// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_support.h"

#include "core/files/open_recording.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>

namespace tidemark {

int complain(ExitCode code, std::string_view message)
{
    fmt::print(stderr, "tidemark: {}\n", message);
    return code;
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

int withRecording(const FileArguments& arguments, const std::function<int(const AnalyzedRecording&)>& use)
{
    auto recording = openRecording(arguments.file);
    if (!recording)
        return complain(ExitUnreadable, recording.error().message);
    return use(analyze(std::move(*recording)));
}

int withDevice(const FileArguments& arguments,
    const std::function<int(const AnalyzedRecording&, std::size_t device)>& use)
{
    return withRecording(arguments, [&](const AnalyzedRecording& analyzed) -> int {
        const auto& devices = analyzed.recording.devices;
        for (std::size_t i = 0; i < devices.size(); ++i)
            if (devices[i].ordinal == arguments.device)
                return use(analyzed, i);
        return complain(ExitWrongUsage, fmt::format("{} has no device {}", arguments.file, arguments.device));
    });
}

CLI::Option* addFileOption(CLI::App& command, FileArguments& arguments)
{
    return command.add_option("FILE", arguments.file, "a .tide recording or a PyTorch memory snapshot")
        ->required();
}

CLI::Option* addDeviceOption(CLI::App& command, FileArguments& arguments)
{
    return command.add_option("--device", arguments.device, "the device's number")->default_val(0);
}

} // namespace tidemark
