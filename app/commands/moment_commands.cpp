// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "app/commands/driver_report.h"
#include "app/commands/moments.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

struct MomentArguments : FileArguments {
    std::string moments;
};

// The chosen device and the moments named on it.
int withMoments(const MomentArguments& arguments,
    const std::function<int(const Device&, const DeviceHistory&, const std::vector<std::size_t>&)>& use)
{
    return withDevice(arguments, [&](const AnalyzedRecording& analyzed, std::size_t index) -> int {
        const Device& device = analyzed.recording.devices[index];
        const DeviceHistory& history = analyzed.histories[index];
        const auto moments = momentsNamed(arguments.moments, device, history);
        if (!moments)
            return complain(ExitWrongUsage, moments.error().message);
        const auto isBeforeTheEnd = [end = history.eventCount()](std::size_t at) { return at < end; };
        if (analyzed.doubts[index].any() && std::any_of(moments->begin(), moments->end(), isBeforeTheEnd))
            complain(ExitFine,
                fmt::format("the figures before the end of device {} are not sure in every byte; \"tidemark "
                            "info\" says why",
                    device.ordinal));
        return use(device, history, *moments);
    });
}

int runSeries(const MomentArguments& arguments)
{
    return withMoments(arguments,
        [](const Device& device, const DeviceHistory& history, const std::vector<std::size_t>& moments) {
            Json series = Json::array();
            for (const std::size_t position : moments) {
                const bool before = position == 0;
                Json entry = {{"event", before ? Json(nullptr) : Json(position - 1)},
                    {"time_us", before ? Json(nullptr) : Json(device.events.timeUs()[position - 1])}};
                entry.update(levelJson(history.levelAt(device, position)));
                if (!device.driver.empty())
                    entry["driver"] = driverFiguresJson(driverFiguresAt(device, history, position));
                series.push_back(std::move(entry));
            }
            return printJson(series);
        });
}

int runBlocks(const MomentArguments& arguments)
{
    return withMoments(arguments,
        [](const Device& device, const DeviceHistory& history, const std::vector<std::size_t>& moments) {
            if (moments.size() != 1)
                return complain(ExitWrongUsage, "blocks needs one moment: end, start, peak or event:K");
            return printJson(segmentsJson(device, history.segmentsAt(device, moments.front())));
        });
}

void addMomentCommand(CLI::App& app, int& exitCode, const char* name, const char* help,
    const char* momentsHelp, int (*run)(const MomentArguments&))
{
    const auto arguments = std::make_shared<MomentArguments>();
    CLI::App* command = addCommand(app, exitCode, name, help, arguments, run);
    addMoreFilesOption(*command, *arguments);
    command->add_option("--at", arguments->moments, momentsHelp)->default_val("end");
    addDeviceOption(*command, *arguments);
    command->add_flag("--json", arguments->json, "print JSON (this command always does)");
}

} // namespace

void addSeriesCommand(CLI::App& app, int& exitCode)
{
    addMomentCommand(app, exitCode, "series", "The allocator's figures at chosen moments, as JSON",
        "snapshots, start, end, peak (of active memory), every:N or event:K (just after event K; the first "
        "is 0)",
        runSeries);
}

void addBlocksCommand(CLI::App& app, int& exitCode)
{
    addMomentCommand(app, exitCode, "blocks", "Every segment and block at one moment, as JSON",
        "start, end, peak (of active memory) or event:K (just after event K; the first is 0)", runBlocks);
}

} // namespace tidemark
