// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "app/commands/progress_line.h"
#include "core/files/open_recording.h"
#include "core/files/snapshot_writer.h"
#include "core/files/tide_file.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace tidemark {

namespace {

struct ConvertArguments : FileArguments {
    std::string output;
};

enum class Target : std::uint8_t { Tide, Snapshot };

// By the name's end, the only thing that says what is wanted.
std::optional<Target> targetOf(const std::filesystem::path& output)
{
    const std::string extension = output.extension().string();
    if (extension == ".tide")
        return Target::Tide;
    if (extension == ".pickle" || extension == ".pkl")
        return Target::Snapshot;
    return std::nullopt;
}

// A snapshot tells the segments at the end; where the recording does not, they follow from its events.
Recording withEnds(Recording recording)
{
    const auto needsNone = [](const Device& device) { return device.after || device.events.empty(); };
    if (std::all_of(recording.devices.begin(), recording.devices.end(), needsNone))
        return recording;
    AnalyzedRecording analyzed = analyze(std::move(recording));
    for (std::size_t i = 0; i < analyzed.histories.size(); ++i) {
        Device& device = analyzed.recording.devices[i];
        if (!needsNone(device))
            device.after = analyzed.histories[i].segmentsAt(device, device.events.size());
    }
    return std::move(analyzed.recording);
}

Expected<void> write(Recording recording, Target target, const std::string& output)
{
    Progress progress;
    const ProgressLine line(progress, "writing");
    if (target == Target::Tide)
        return writeTide(recording, output, &progress);
    return writeSnapshot(withEnds(std::move(recording)), output, &progress);
}

bool holdsCurvesOnly(const Recording& recording)
{
    return !recording.devices.empty()
        && std::all_of(recording.devices.begin(), recording.devices.end(), [](const Device& device) {
               return !device.curves.empty() && device.events.empty() && !device.after;
           });
}

int runConvert(const ConvertArguments& arguments)
{
    if (const int refused = complainOfOwnCopy(arguments, arguments.output); refused != ExitFine)
        return refused;
    const auto target = targetOf(arguments.output);
    if (!target)
        return complain(ExitWrongUsage,
            fmt::format("{} cannot be written: the name must end in .tide (a recording of Tidemark), or in "
                        ".pickle or .pkl (a memory snapshot for PyTorch's viewers)",
                arguments.output));
    Progress progress;
    ProgressLine line(progress, "reading");
    const auto recording = openRecording(arguments.file, {.progress = &progress, .stop = {}, .preview = {}});
    line.end();
    if (!recording)
        return complain(ExitUnreadable, recording.error().message);
    if (*target == Target::Snapshot && holdsCurvesOnly(*recording))
        return complain(ExitWrongUsage,
            fmt::format("{} holds curves only, which a memory snapshot has no place for", arguments.file));
    if (const auto written = write(*recording, *target, arguments.output); !written)
        return complain(ExitCheckFailed, written.error().message);
    if (*target == Target::Snapshot) {
        for (const std::string& sentence : leftOutOfSnapshot(*recording))
            complain(ExitFine, sentence);
    }
    return ExitFine;
}

} // namespace

void addConvertCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<ConvertArguments>();
    addCommand(app, exitCode, "convert", "Write a recording as .tide, or as a snapshot for PyTorch's viewers",
        arguments, runConvert)
        ->add_option("OUT", arguments->output, "the file to write: .tide, or .pickle (.pkl)")
        ->required();
}

} // namespace tidemark
