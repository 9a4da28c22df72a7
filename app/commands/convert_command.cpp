// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "app/commands/convert_target.h"
#include "app/commands/progress_line.h"
#include "core/analysis/replay/recording_part.h"
#include "core/base/bytes.h"
#include "core/base/grouped_digits.h"
#include "core/export/anonymous/anonymous_recording.h"
#include "core/export/csv_writer.h"
#include "core/export/database_writer.h"
#include "core/export/trace_writer.h"
#include "core/files/open_recording.h"
#include "core/files/snapshot_writer.h"
#include "core/files/tide_file.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace tidemark {

namespace {

struct ConvertArguments : FileArguments {
    std::string output;
    std::string to; // empty: by the output's name
    std::string table; // of CSV; empty: the events, or curves where there are no others
    std::string atLeast = "0"; // of traces
    std::string range; // "1000..1999"; empty: all events
    bool isAnonymous = false;
};

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

bool holdsCurvesOnly(const Recording& recording)
{
    return !recording.devices.empty()
        && std::all_of(recording.devices.begin(), recording.devices.end(), [](const Device& device) {
               return !device.curves.empty() && device.events.empty() && !device.after;
           });
}

Expected<std::uint64_t> eventNumber(std::string_view text, std::uint64_t otherwise)
{
    const std::string digits = withoutGrouping(text).value_or("");
    std::uint64_t number = otherwise;
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (!text.empty() && (status != std::errc() || end != digits.data() + digits.size() || digits.empty()))
        return fail(fmt::format("\"{}\" is no event's number", text));
    return number;
}

// "1000..1999", from zero, both inside; one of them may be left out.
Expected<EventRange> eventRangeOf(std::string_view text, std::uint64_t events)
{
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos)
        return fail(fmt::format("--range {}: write two events, such as --range 1000..1999", text));
    const auto first = eventNumber(text.substr(0, dots), 0);
    const auto last = eventNumber(text.substr(dots + 2), events - 1);
    if (!first || !last)
        return fail(fmt::format("--range: {}", (first ? last : first).error().message));
    if (*first > *last || *last >= events)
        return fail(fmt::format("--range {}: the device has {} events, numbered from 0 to {}", text, events,
            events == 0 ? 0 : events - 1));
    return EventRange{*first, *last + 1};
}

// The events that --range names, of one device.
Expected<Recording> partOf(const ConvertArguments& arguments, Recording recording)
{
    const AnalyzedRecording analyzed = analyze(std::move(recording));
    const auto device = deviceNamed(arguments, analyzed);
    if (!device)
        return tl::unexpected(device.error());
    const auto range = eventRangeOf(arguments.range, analyzed.histories[*device].eventCount());
    if (!range)
        return tl::unexpected(range.error());
    return recordingPart(analyzed, *device, *range);
}

// What is to be written, understood.
struct Conversion {
    ConvertTarget target = ConvertTarget::Tide;
    ExportTable table = ExportTable::DeviceTraces;
    std::uint64_t leastBytes = 0;
};

Expected<Conversion> conversionOf(const ConvertArguments& arguments)
{
    const auto target =
        arguments.to.empty() ? convertTargetOf(arguments.output) : convertTargetNamed(arguments.to);
    if (!target)
        return fail(fmt::format("{} cannot be written: the name must end in {}, or --to must say what it is",
            arguments.output, convertTargetEndings()));
    if (*target != ConvertTarget::Csv && !arguments.table.empty())
        return fail("--table chooses what a .csv holds; the other formats hold everything");
    const auto leastBytes = parseBytes(arguments.atLeast);
    if (!leastBytes)
        return fail(fmt::format("--at-least: {}", leastBytes.error().message));
    if (*target != ConvertTarget::Trace && *leastBytes != 0)
        return fail("--at-least leaves slices out of a trace; the other formats hold everything");
    Conversion conversion = {*target, ExportTable::DeviceTraces, *leastBytes};
    if (!arguments.table.empty())
        conversion.table = *exportTableNamed(arguments.table); // checked already
    return conversion;
}

Expected<void> write(Recording recording, const Conversion& conversion, const std::string& output)
{
    Progress progress;
    const ProgressLine line(progress, "writing");
    switch (conversion.target) {
    case ConvertTarget::Tide:
        return writeTide(recording, output, &progress);
    case ConvertTarget::Snapshot:
        return writeSnapshot(withEnds(std::move(recording)), output, &progress);
    case ConvertTarget::Trace:
        return writeTrace(analyze(std::move(recording)), output, conversion.leastBytes, &progress);
    case ConvertTarget::Csv:
        return writeCsv(analyze(std::move(recording)), conversion.table, output, &progress);
    case ConvertTarget::Database:
        return writeDatabase(analyze(std::move(recording)), output, &progress);
    }
    return {};
}

int runConvert(const ConvertArguments& arguments)
{
    if (const int refused = complainOfOwnCopy(arguments, arguments.output); refused != ExitFine)
        return refused;
    auto conversion = conversionOf(arguments);
    if (!conversion)
        return complain(ExitWrongUsage, conversion.error().message);
    Progress progress;
    ProgressLine line(progress, "reading");
    auto recording = openRecording(arguments.file, {.progress = &progress, .stop = {}, .preview = {}});
    line.end();
    if (!recording)
        return complain(ExitUnreadable, recording.error().message);
    if (conversion->target == ConvertTarget::Snapshot && holdsCurvesOnly(*recording))
        return complain(ExitWrongUsage,
            fmt::format("{} holds curves only, which a memory snapshot has no place for", arguments.file));
    if (!arguments.range.empty())
        recording = partOf(arguments, std::move(*recording));
    if (!recording)
        return complain(ExitWrongUsage, recording.error().message);
    if (arguments.isAnonymous)
        recording = anonymousRecording(*recording);
    if (arguments.table.empty() && holdsCurvesOnly(*recording))
        conversion->table = ExportTable::Curves;
    if (const auto written = write(*recording, *conversion, arguments.output); !written)
        return complain(ExitCheckFailed, written.error().message);
    if (conversion->target == ConvertTarget::Snapshot) {
        for (const std::string& sentence : leftOutOfSnapshot(*recording))
            complain(ExitFine, sentence);
    }
    return ExitFine;
}

std::vector<std::string> tableNames()
{
    std::vector<std::string> names = {"events"};
    for (std::size_t i = 0; i < exportTableCount; ++i)
        names.emplace_back(exportTableName(static_cast<ExportTable>(i)));
    return names;
}

} // namespace

void addConvertCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<ConvertArguments>();
    CLI::App* command = addCommand(app, exitCode, "convert",
        "Write a recording as .tide, as a snapshot for PyTorch's viewers, or for other programs", arguments,
        runConvert);
    command
        ->add_option("OUT", arguments->output,
            "the file to write: .tide, .pickle (.pkl), .json for Perfetto, .csv, .db (.sqlite, .sqlite3)")
        ->required();
    command->add_option("--to", arguments->to, "what to write, whatever the file's name")
        ->check(CLI::IsMember(convertTargetNames()));
    command->add_option("--table", arguments->table, "csv: which table (events when it is not said)")
        ->check(CLI::IsMember(tableNames()));
    command
        ->add_option("--at-least", arguments->atLeast,
            "trace: only allocations of this size or more become slices; counters show all")
        ->type_name("SIZE");
    CLI::Option* range = command
                             ->add_option("--range", arguments->range,
                                 "only these events of one device, 1000..1999, counted from zero, with the "
                                 "state before them as "
                                 "it "
                                 "was: every figure at them stays")
                             ->type_name("A..B");
    command
        ->add_option("--device", arguments->device,
            "with --range: the number of the device; else the first that holds memory")
        ->needs(range);
    command->add_flag("--anonymous", arguments->isAnonymous,
        "stand-ins for every name that is not PyTorch's own: functions, files, modules, tensors, "
        "annotations, "
        "marks, metadata, the workload; every figure stays. The GPU's model stays, too");
}

} // namespace tidemark
