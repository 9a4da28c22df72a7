// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "app/commands/reason_json.h"

namespace tidemark {

namespace {

struct WhyArguments : FileArguments {
    std::size_t event = 0;
};

int runWhy(const WhyArguments& arguments)
{
    return withDevice(arguments, [&](const AnalyzedRecording& analyzed, std::size_t index) -> int {
        const auto reason = whySegment(analyzed, index, arguments.event);
        if (!reason)
            return complain(ExitWrongUsage, reason.error().message);
        const Device& device = analyzed.recording.devices[index];
        const ReasonText text = reasonText(*reason, device, settingsOf(analyzed.recording, device));
        return arguments.json ? printJson(reasonJson(*reason, text, device)) : print(plainText(text));
    });
}

} // namespace

void addWhyCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<WhyArguments>();
    CLI::App* command = addCommand(app, exitCode, "why",
        "Why memory had to be got from the device: what was asked for, and why no free block served",
        arguments, runWhy);
    command
        ->add_option("--event", arguments->event,
            "a segment_alloc, segment_map or oom, or the alloc it served; the first event is 0 here, and "
            "event 1 in the words printed")
        ->required();
    addDeviceOption(*command, *arguments);
    command->add_flag("--json", arguments->json, "print JSON");
}

} // namespace tidemark
