// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/device_text.h"

#include "app/commands/curve_peak.h"
#include "app/commands/driver_report.h"
#include "core/analysis/reserved/composition.h"
#include "core/analysis/reserved/out_of_memory_report.h"
#include "core/base/bytes.h"
#include "core/base/time_distance.h"
#include "core/trace/memory_events.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

std::string titleOf(const Device& device)
{
    std::string title = device.ordinal >= 0 ? fmt::format("Device {}", device.ordinal)
        : device.name == "cpu"              ? std::string("Host memory")
                                            : std::string("Pinned host memory, which belongs to no device");
    if (!device.name.empty() && device.ordinal >= 0)
        title += ": " + device.name;
    if (!device.source.empty())
        title += fmt::format(", from {}", device.source);
    return title;
}

bool hasSegments(const Device& device)
{
    return device.after && !device.after->segments.empty();
}

std::string historyText(const Device& device, bool isCut)
{
    switch (device.history) {
    case History::Whole:
        return "whole: the events begin with an empty allocator";
    case History::Partial:
        return device.before && !movesMemory(device.events)
            ? "none: the events move no memory; record a history to see curves"
            : "partial: events are missing, what was before is rebuilt from the rest";
    case History::None:
        break;
    }
    if (!device.curves.empty())
        return "none: the file holds curves only";
    if (isCut)
        return "none: the file ends before any event";
    return hasSegments(device) ? "none: the file holds segments only; record a history to see curves"
                               : "none: the file holds neither events nor segments of it";
}

// Events count from one in words, as in the window; from zero in JSON, as in PyTorch's traces.
std::string peakLine(std::string_view label, const DeviceHistory::Peak& peak, std::size_t events)
{
    const std::string place = peak.position == 0
        ? "before the first event"
        : fmt::format("event {} of {}", formatCount(peak.position), formatCount(events));
    return fmt::format(
        "  {:<30}{:>18} B {:>12}   {}\n", label, formatExact(peak.bytes), formatBytes(peak.bytes), place);
}

// Of a history without its beginning the real peak may lie before it.
std::string peaksText(const Device& device, const DeviceHistory& history)
{
    const std::size_t events = device.events.size();
    std::string text = device.history == History::Whole
        ? "\nPeaks\n"
        : "\nPeaks among the events of the file; what came before them is not known\n";
    text += peakLine("requested", history.requestedPeak(), events);
    text += peakLine("allocated", history.peak(Curve::Allocated), events);
    text += peakLine("active", history.peak(Curve::Active), events);
    text += peakLine("reserved", history.peak(Curve::Reserved), events);
    return text;
}

std::string secondsText(std::int64_t microseconds)
{
    constexpr double second = 1e6;
    return fmt::format("{:.3f} s", static_cast<double>(microseconds) / second);
}

std::string curvesText(const std::vector<SampledCurve>& curves)
{
    std::string text = "\nPeaks of the curves\n";
    for (const SampledCurve& curve : curves) {
        if (curve.bytes.empty())
            continue;
        const CurvePeak peak = peakOf(curve);
        text += fmt::format("  {:<30}{:>18} B {:>12}   {} after its begin, ends with {}\n", curve.name,
            formatExact(peak.bytes), formatBytes(peak.bytes),
            secondsText(timeDistance(curve.timeUs[0], peak.timeUs)), formatBytes(curve.bytes.back()));
    }
    return text;
}

// How often the driver had no more to give, and what was asked for first.
std::string oomText(const EventColumns& events)
{
    const std::vector<std::size_t> positions = outOfMemoryPositions(events);
    const std::size_t times = positions.size();
    if (times == 0)
        return {};
    const std::size_t first = positions.front() - 1;
    const Event event = events[first];
    return reportLine("out of memory",
               fmt::format("{} time{}; {}event {} asked for {} ({} B) with {} free on the device",
                   formatCount(times), times == 1 ? "" : "s", times == 1 ? "" : "the first, ",
                   formatCount(first + 1), formatBytes(static_cast<std::int64_t>(event.size)),
                   formatExact(static_cast<std::int64_t>(event.size)),
                   formatBytes(static_cast<std::int64_t>(event.address))))
        + reportLine("", "tidemark why FILE --oom says more");
}

std::string endText(const Composition& end, bool isCut)
{
    const auto bytes = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
    std::string text = isCut ? "\nWhere the file is cut\n" : "\nAt the end\n";
    text += reportBytes("allocated", bytes(end.allocated));
    text += reportBytes("waiting for a stream", bytes(end.waiting));
    text += reportBytes("free beside live blocks", bytes(end.freeBesideLive));
    text += reportBytes("whole free segments", bytes(end.wholeFree));
    text += reportBytes("reserved", bytes(end.reserved));
    return text;
}

std::string returnedText(const Device& device, const Composition& end)
{
    const std::string bytes = formatBytes(static_cast<std::int64_t>(end.wholeFree));
    if (device.ordinal < 0)
        return {}; // empty_cache() leaves the host's memory alone
    if (end.releasableSegments == 0 && end.wholeFree > 0)
        return fmt::format("\nempty_cache() would return {} (free pages of expandable segments).\n", bytes);
    return fmt::format("\nempty_cache() would return {} ({} of {} segments).\n", bytes,
        end.releasableSegments, end.segments);
}

} // namespace

std::string reportLine(std::string_view label, std::string_view value)
{
    return fmt::format("  {:<30}{}\n", label, value);
}

std::string reportBytes(std::string_view label, std::int64_t bytes)
{
    return fmt::format("  {:<30}{:>18} B {:>12}\n", label, formatExact(bytes), formatBytes(bytes));
}

std::string deviceText(const Device& device, const DeviceHistory& history, bool isCut)
{
    std::string text = fmt::format("\n{}\n", titleOf(device));
    if (device.curves.empty() || !device.events.empty())
        text += reportLine("events", formatCount(device.events.size()));
    text += reportLine("history", historyText(device, isCut));
    if (device.capacity > 0)
        text += reportBytes("capacity", static_cast<std::int64_t>(device.capacity));
    if (!device.allocatorConf.empty())
        text += reportLine("its allocator settings", device.allocatorConf);
    if (device.lostEvents > 0)
        text += reportLine("events lost", formatCount(device.lostEvents));
    if (history.contradictions() > 0)
        text += reportLine("events that contradict", formatCount(history.contradictions()));
    text += oomText(device.events);
    if (movesMemory(device.events))
        text += peaksText(device, history);
    text += driverReportText(device, history);
    if (!device.curves.empty())
        text += curvesText(device.curves);
    if (device.events.empty() && !hasSegments(device) && !device.before)
        return text;
    const Composition end = compositionOf(history.segmentsAt(device, history.eventCount()));
    return text + endText(end, isCut) + returnedText(device, end);
}

} // namespace tidemark
