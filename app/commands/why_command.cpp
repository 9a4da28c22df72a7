// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/out_of_memory_json.h"
#include "app/commands/reason_json.h"
#include "app/commands/simulate_arguments.h"
#include "app/number_options.h"
#include "core/base/bytes.h"

#include <fmt/format.h>
#include <optional>

namespace tidemark {

namespace {

struct WhyArguments : RecordedArguments {
    std::optional<std::size_t> event;
    bool isLastOom = false;
    bool simulates = false;
};

Expected<std::size_t> eventAsked(const WhyArguments& arguments, const Device& device)
{
    if (!arguments.isLastOom)
        return *arguments.event;
    const std::vector<std::size_t> positions = outOfMemoryPositions(device.events);
    if (positions.empty())
        return fail(
            fmt::format("memory never ran out on device {}: no event of it is an oom", device.ordinal));
    return positions.back() - 1;
}

// Other settings, under as much memory as the process could have had.
Expected<OomTrials> trialsOf(const WhyArguments& arguments, const AnalyzedRecording& analyzed,
    std::size_t index, const OutOfMemoryReport& report)
{
    const auto options = checkOptionsOf(arguments);
    if (!options)
        return tl::unexpected(options.error());
    const auto checked = checkProgram(analyzed.recording, index, *options);
    if (!checked)
        return tl::unexpected(checked.error());
    return outOfMemoryTrials(analyzed.recording.devices[index], **checked, report);
}

int explainOom(const WhyArguments& arguments, const AnalyzedRecording& analyzed, std::size_t index,
    const OutOfMemoryReport& report, Json json)
{
    const Device& device = analyzed.recording.devices[index];
    const OutOfMemoryText text = outOfMemoryText(report, device, settingsOf(analyzed.recording, device));
    json["report"] = outOfMemoryJson(report, text);
    std::string words =
        fmt::format("Event {}: ", formatExact(static_cast<std::int64_t>(report.event + 1))) + plainText(text);
    if (arguments.simulates) {
        if (!report.reason.isKnown)
            return complain(
                ExitWrongUsage, "the event tells no size that could be tried under other settings");
        const auto trials = trialsOf(arguments, analyzed, index, report);
        if (!trials)
            return complain(ExitWrongUsage, trials.error().message);
        json["trials"] = outOfMemoryTrialsJson(*trials);
        words += '\n' + plainText(*trials);
    }
    return arguments.json ? printJson(json) : print(words);
}

// A limit that the file does not tell counts as told.
Expected<AnalyzedRecording> withLimit(AnalyzedRecording analyzed, const WhyArguments& arguments)
{
    if (arguments.recordedLimit.empty())
        return analyzed;
    const auto limit = parseBytes(arguments.recordedLimit);
    if (!limit)
        return tl::unexpected(limit.error());
    auto& settings = analyzed.recording.settings;
    settings.insert(settings.begin(), {"limit", std::to_string(*limit)});
    return analyzed;
}

int runWhy(const WhyArguments& arguments)
{
    return withDevice(arguments, [&](const AnalyzedRecording& read, std::size_t index) -> int {
        const auto told = withLimit(read, arguments);
        if (!told)
            return complain(ExitWrongUsage, told.error().message);
        const AnalyzedRecording& analyzed = *told;
        const Device& device = analyzed.recording.devices[index];
        const auto event = eventAsked(arguments, device);
        if (!event)
            return complain(ExitWrongUsage, event.error().message);
        const auto reason = whySegment(analyzed, index, *event);
        if (!reason)
            return complain(ExitWrongUsage, reason.error().message);
        const ReasonText text = reasonText(*reason, device, settingsOf(analyzed.recording, device));
        const Json json = reasonJson(*reason, text, device);
        const auto report = outOfMemoryReport(analyzed.recording, index, analyzed.histories[index], *event);
        if (report)
            return explainOom(arguments, analyzed, index, *report, json);
        if (arguments.simulates)
            return complain(ExitWrongUsage, "--simulate is for an oom; for others see tidemark simulate");
        return arguments.json ? printJson(json) : print(plainText(text));
    });
}

} // namespace

void addWhyCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<WhyArguments>();
    CLI::App* command = addCommand(app, exitCode, "why",
        "Why memory had to be got from the device, or could not be had: what was asked for, and why no free "
        "block served",
        arguments, runWhy);
    auto* moment = command->add_option_group("moment", "which event");
    moment->add_option("--event", arguments->event,
        "a segment_alloc, segment_map or oom, or the alloc it served; the first event is 0 here, and "
        "event 1 in the words printed");
    moment->add_flag("--oom", arguments->isLastOom, "the last time that memory ran out");
    moment->require_option(1);
    command->add_flag("--simulate", arguments->simulates,
        "of an oom: whether other settings would have served it, tried on the recorded program under as much "
        "memory as it could have had");
    addRecordedOptions(*command, *arguments);
}

} // namespace tidemark
