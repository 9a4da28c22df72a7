// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"

#include "app/commands/moments.h"
#include "app/commands/report_json.h"
#include "app/commands/report_text.h"
#include "core/files/open_recording.h"
#include "core/files/tide_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <memory>

namespace tidemark {

namespace {

// What the commands are given; each uses some of it.
struct Arguments {
    std::string file;
    std::string output;
    std::string moments;
    int device = 0;
    bool json = false;
};

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

int withRecording(const Arguments& arguments, const std::function<int(const AnalyzedRecording&)>& use)
{
    auto recording = openRecording(arguments.file);
    if (!recording)
        return complain(ExitUnreadable, recording.error().message);
    return use(analyze(std::move(*recording)));
}

// The chosen device and the moments named on it.
int withMoments(const Arguments& arguments,
    const std::function<int(const Device&, const DeviceHistory&, const std::vector<std::size_t>&)>& use)
{
    return withRecording(arguments, [&](const AnalyzedRecording& analyzed) -> int {
        const auto& devices = analyzed.recording.devices;
        for (std::size_t i = 0; i < devices.size(); ++i) {
            if (devices[i].ordinal != arguments.device)
                continue;
            const auto moments = momentsNamed(arguments.moments, devices[i], analyzed.histories[i]);
            if (!moments)
                return complain(ExitWrongUsage, moments.error().message);
            return use(devices[i], analyzed.histories[i], *moments);
        }
        return complain(ExitWrongUsage, fmt::format("{} has no device {}", arguments.file, arguments.device));
    });
}

int runInfo(const Arguments& arguments)
{
    return withRecording(arguments, [&](const AnalyzedRecording& analyzed) {
        return arguments.json ? printJson(infoJson(analyzed)) : print(infoText(analyzed));
    });
}

int runSeries(const Arguments& arguments)
{
    return withMoments(arguments,
        [](const Device& device, const DeviceHistory& history, const std::vector<std::size_t>& moments) {
            Json series = Json::array();
            for (const std::size_t position : moments) {
                const bool before = position == 0;
                Json entry = {{"event", before ? Json(nullptr) : Json(position - 1)},
                    {"time_us", before ? Json(nullptr) : Json(device.events.timeUs()[position - 1])}};
                entry.update(levelJson(history.levelAt(device, position)));
                series.push_back(std::move(entry));
            }
            return printJson(series);
        });
}

int runBlocks(const Arguments& arguments)
{
    return withMoments(arguments,
        [](const Device& device, const DeviceHistory& history, const std::vector<std::size_t>& moments) {
            if (moments.size() != 1)
                return complain(ExitWrongUsage, "blocks needs one moment: end, start, peak or event:K");
            return printJson(segmentsJson(device, history.segmentsAt(device, moments.front())));
        });
}

int runConvert(const Arguments& arguments)
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

using Run = int (*)(const Arguments&);

CLI::App* addCommand(CLI::App& app, int& exitCode, const std::shared_ptr<Arguments>& arguments,
    const char* name, const char* help, Run run)
{
    CLI::App* command = app.add_subcommand(name, help);
    command->add_option("FILE", arguments->file, "a .tide recording or a PyTorch memory snapshot")
        ->required();
    command->callback([arguments, &exitCode, run] { exitCode = run(*arguments); });
    return command;
}

} // namespace

void addCommands(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<Arguments>();
    addCommand(app, exitCode, arguments, "info", "Settings, peaks and end of a recording, in words and bytes",
        runInfo)
        ->add_flag("--json", arguments->json, "print JSON");

    CLI::App* series = addCommand(
        app, exitCode, arguments, "series", "The allocator's figures at chosen moments, as JSON", runSeries);
    series
        ->add_option("--at", arguments->moments,
            "snapshots, start, end, peak, every:N or event:K (just after event K; the first is 0)")
        ->default_val("end");

    CLI::App* blocks = addCommand(
        app, exitCode, arguments, "blocks", "Every segment and block at one moment, as JSON", runBlocks);
    blocks
        ->add_option(
            "--at", arguments->moments, "start, end, peak or event:K (just after event K; the first is 0)")
        ->default_val("end");

    for (CLI::App* command : {series, blocks}) {
        command->add_option("--device", arguments->device, "the device's number")->default_val(0);
        command->add_flag("--json", arguments->json, "print JSON (these commands always do)");
    }

    addCommand(app, exitCode, arguments, "convert", "Write a recording as .tide", runConvert)
        ->add_option("OUT", arguments->output, "the .tide file to write")
        ->required();
}

} // namespace tidemark
