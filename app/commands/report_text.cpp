// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/report_text.h"

#include "core/analysis/composition.h"
#include "core/base/bytes.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

std::string line(std::string_view label, std::string_view value)
{
    return fmt::format("  {:<30}{}\n", label, value);
}

std::string bytesLine(std::string_view label, std::int64_t bytes)
{
    return fmt::format("  {:<30}{:>18} B {:>12}\n", label, formatExact(bytes), formatBytes(bytes));
}

std::string_view historyText(History history)
{
    switch (history) {
    case History::Whole:
        return "whole: the events begin with an empty allocator";
    case History::Partial:
        return "partial: events are missing, what was before is rebuilt from the rest";
    case History::None:
        break;
    }
    return "none: the file holds segments only; record a history to see curves";
}

// Events count from one in words, as in the window; from zero in JSON, as in PyTorch's traces.
std::string peakLine(std::string_view label, const DeviceHistory::Peak& peak, std::size_t events)
{
    const auto count = [](std::size_t number) { return formatExact(static_cast<std::int64_t>(number)); };
    const std::string place = peak.position == 0
        ? "before the first event"
        : fmt::format("event {} of {}", count(peak.position), count(events));
    return fmt::format(
        "  {:<30}{:>18} B {:>12}   {}\n", label, formatExact(peak.bytes), formatBytes(peak.bytes), place);
}

std::string endText(const Composition& end)
{
    const auto bytes = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
    std::string text = "\nAt the end\n";
    text += bytesLine("allocated", bytes(end.allocated));
    text += bytesLine("waiting for a stream", bytes(end.waiting));
    text += bytesLine("free beside live blocks", bytes(end.freeBesideLive));
    text += bytesLine("whole free segments", bytes(end.wholeFree));
    text += bytesLine("reserved", bytes(end.reserved));
    text += fmt::format("\nempty_cache() would return {} ({} of {} segments).\n",
        formatBytes(bytes(end.wholeFree)), end.releasableSegments, end.segments);
    return text;
}

std::string deviceText(const Device& device, const DeviceHistory& history)
{
    std::string text =
        fmt::format("\nDevice {}{}{}\n", device.ordinal, device.name.empty() ? "" : ": ", device.name);
    text += line("events", formatExact(static_cast<std::int64_t>(device.events.size())));
    text += line("history", historyText(device.history));
    if (device.capacity > 0)
        text += bytesLine("capacity", static_cast<std::int64_t>(device.capacity));
    if (device.lostEvents > 0)
        text += line("events lost", formatExact(static_cast<std::int64_t>(device.lostEvents)));
    if (history.contradictions() > 0)
        text +=
            line("events that contradict", formatExact(static_cast<std::int64_t>(history.contradictions())));
    if (!device.events.empty()) {
        text += "\nPeaks\n";
        text += peakLine("allocated", history.peak(Curve::Allocated), device.events.size());
        text += peakLine("active", history.peak(Curve::Active), device.events.size());
        text += peakLine("reserved", history.peak(Curve::Reserved), device.events.size());
    }
    text += endText(compositionOf(history.segmentsAt(device, history.eventCount())));
    return text;
}

} // namespace

std::string infoText(const AnalyzedRecording& analyzed)
{
    const Recording& recording = analyzed.recording;
    std::string text = recording.format + "\n";
    if (!recording.producer.empty())
        text += line("written by", recording.producer);
    if (!recording.workload.empty())
        text += line("workload", recording.workload);
    text += line("allocator settings", recording.allocatorConf.empty() ? "default" : recording.allocatorConf);
    for (const std::string& warning : recording.warnings)
        text += "  Note: " + warning + "\n";
    if (!recording.complete && recording.warnings.empty())
        text += "  Note: The recording ends early: its writer was stopped before it could finish.\n";
    if (recording.devices.empty())
        text += "\nNo device in this file has events or segments.\n";
    for (std::size_t i = 0; i < recording.devices.size(); ++i)
        text += deviceText(recording.devices[i], analyzed.histories[i]);
    return text;
}

} // namespace tidemark
