// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "app/commands/moments.h"
#include "app/commands/tensor_report.h"
#include "app/number_options.h"
#include "core/base/bytes.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

struct TensorArguments : FileArguments {
    std::string at;
    std::size_t top = 0;
    bool csv = false;
};

std::string momentText(const std::string& at, std::size_t position)
{
    const std::string where = position == 0
        ? "before the first event"
        : fmt::format("just after event {}", formatExact(static_cast<std::int64_t>(position)));
    if (at == "peak")
        return "the peak of allocated memory, " + where;
    return at.starts_with("event:") || at == "start" ? where : fmt::format("{}, {}", at, where);
}

int runTensors(const TensorArguments& arguments)
{
    return withDevice(arguments, [&](const AnalyzedRecording& analyzed, std::size_t index) -> int {
        const DeviceHistory& history = analyzed.histories[index];
        const auto position = momentNamed(arguments.at, analyzed, index, Curve::Allocated);
        if (!position)
            return complain(ExitWrongUsage, position.error().message);
        if (analyzed.doubts[index].any() && *position < history.eventCount())
            complainOfDoubts(analyzed.recording.devices[index]);
        TensorReport report = tensorReport(analyzed, index, *position, arguments.top);
        report.moment = momentText(arguments.at, *position);
        if (arguments.json)
            return printJson(tensorJson(analyzed, report));
        return print(arguments.csv ? tensorCsv(analyzed, report) : tensorText(analyzed, report));
    });
}

} // namespace

void addTensorsCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<TensorArguments>();
    CLI::App* command = addCommand(app, exitCode, "tensors",
        "Every tensor that was alive at one moment: name, shape, type, bytes asked for and rounded; sums to "
        "allocated memory, to the byte",
        arguments, runTensors);
    addMoreFilesOption(*command, *arguments);
    command
        ->add_option(
            "--at", arguments->at, fmt::format("{}. The peak is that of allocated memory", momentNames))
        ->default_val("peak");
    addCountOption(
        *command, "--top", arguments->top, "the so many largest tensors one by one, the rest as one row")
        ->default_val(0);
    auto* form = command->add_option_group("form", "in which form");
    form->add_flag("--json", arguments->json, "print JSON");
    form->add_flag("--csv", arguments->csv, "print CSV");
    form->require_option(0, 1);
    addDeviceOption(*command, *arguments);
}

} // namespace tidemark
