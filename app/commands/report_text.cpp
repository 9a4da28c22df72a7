// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/report_text.h"

#include "app/commands/comparison_report.h"
#include "app/commands/device_text.h"
#include "app/commands/note_lines.h"
#include "core/analysis/settings_words.h"
#include "core/base/one_line.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

// What Tidemark's own recorder was told. PyTorch's settings are the allocator's, which have their own line.
std::string optionsText(const Recording& recording)
{
    if (recording.workload.empty())
        return {};
    std::string text;
    for (const Setting& setting : recording.settings)
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", setting.name, setting.value);
    return text;
}

// Whether there is an allocator behind the figures, which has settings.
bool hasAllocator(const Recording& recording)
{
    return recording.devices.empty()
        || std::any_of(recording.devices.begin(), recording.devices.end(), [](const Device& device) {
               return device.curves.empty() || !device.events.empty() || device.after;
           });
}

// The longest first: a name may be part of another.
std::vector<std::string> sourcesOf(const Recording& recording)
{
    std::vector<std::string> sources;
    for (const Device& device : recording.devices)
        sources.push_back(device.source);
    std::sort(sources.begin(), sources.end(),
        [](const std::string& left, const std::string& right) { return left.size() > right.size(); });
    return sources;
}

} // namespace

std::string infoText(const AnalyzedRecording& analyzed)
{
    const Recording& recording = analyzed.recording;
    std::string text = recording.format + "\n";
    if (!recording.producer.empty())
        text += reportLine("written by", recording.producer);
    if (!recording.workload.empty())
        text += reportLine("workload", recording.workload);
    if (const std::string options = optionsText(recording); !options.empty())
        text += reportLine("options", oneLine(options));
    if (hasAllocator(recording))
        text += reportLine("allocator settings", settingsWords(recording));
    for (const std::string& note : noteLines(recording.warnings, sourcesOf(recording)))
        text += "  Note: " + oneLine(note) + "\n";
    if (!recording.complete && recording.warnings.empty())
        text += "  Note: The recording ends early: its writer was stopped before it could finish.\n";
    if (recording.devices.empty())
        text += recording.complete ? "\nNo device in this file has events or segments.\n"
                                   : "\nThe file ends before any event or segment of a device.\n";
    for (std::size_t i = 0; i < recording.devices.size(); ++i)
        text += deviceText(recording.devices[i], analyzed.histories[i], !recording.complete);
    return text + comparisonText(analyzed);
}

} // namespace tidemark
