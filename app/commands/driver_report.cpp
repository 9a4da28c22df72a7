// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/driver_report.h"

#include "app/commands/device_text.h"
#include "core/base/bytes.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

using Peak = DriverPeaks::Peak;

// In the newest sample that tells the process.
ProcessMemorySource processSource(const Device& device)
{
    for (std::size_t i = device.driver.size(); i > 0; --i) {
        if (device.driver[i - 1].processSource != ProcessMemorySource::Unknown)
            return device.driver[i - 1].processSource;
    }
    return ProcessMemorySource::Unknown;
}

std::string_view sourceText(ProcessMemorySource source)
{
    switch (source) {
    case ProcessMemorySource::ProcessId:
        return "by its process id";
    case ProcessMemorySource::DeviceGrowth:
        return "by what the device's use grew by since before it used CUDA";
    case ProcessMemorySource::Unknown:
        break;
    }
    return "not: the driver does not tell this process from others here";
}

std::string_view sourceName(ProcessMemorySource source)
{
    switch (source) {
    case ProcessMemorySource::ProcessId:
        return "process_id";
    case ProcessMemorySource::DeviceGrowth:
        return "device_growth";
    case ProcessMemorySource::Unknown:
        break;
    }
    return "unknown";
}

std::string peakText(std::string_view label, const std::optional<Peak>& peak)
{
    return peak ? reportBytes(label, peak->bytes) : std::string();
}

Json bytesJson(const std::optional<std::int64_t>& bytes)
{
    return bytes ? Json(*bytes) : Json(nullptr);
}

Json peakJson(const Device& device, const std::optional<Peak>& peak)
{
    if (!peak)
        return nullptr;
    const DriverSample& sample = device.driver[peak->sample];
    return {{"bytes", peak->bytes}, {"time_us", sample.timeUs},
        {"event", sample.event == 0 ? Json(nullptr) : Json(sample.event - 1)}};
}

} // namespace

std::string driverReportText(const Device& device, const DeviceHistory& history)
{
    if (device.driver.empty())
        return {};
    const DriverPeaks peaks = driverPeaks(device, history);
    std::string text = "\nThe driver's view, at most\n";
    text += peakText("this process", peaks.process);
    text += peakText("context and libraries", peaks.outside);
    text += peakText("other processes", peaks.others);
    text += peakText("context, libraries, others", peaks.outsideAndOthers);
    text += peakText("device in use", peaks.used);
    text += reportLine("asked", fmt::format("{} times", formatExact(std::int64_t(device.driver.size()))));
    text += reportLine("this process is known", sourceText(processSource(device)));
    if (peaks.torn > 0)
        text += reportLine("not counted",
            fmt::format("{} of these answers: the allocator moved meanwhile",
                formatExact(static_cast<std::int64_t>(peaks.torn))));
    return text;
}

Json driverReportJson(const Device& device, const DeviceHistory& history)
{
    if (device.driver.empty())
        return nullptr;
    const DriverPeaks peaks = driverPeaks(device, history);
    Json json = {{"samples", device.driver.size()}, {"torn_samples", peaks.torn}};
    json["process_known_by"] = sourceName(processSource(device));
    json["peak"] = {{"process", peakJson(device, peaks.process)},
        {"outside_allocator", peakJson(device, peaks.outside)},
        {"other_processes", peakJson(device, peaks.others)},
        {"outside_and_others", peakJson(device, peaks.outsideAndOthers)},
        {"used", peakJson(device, peaks.used)}};
    json["end"] = driverFiguresJson(driverFiguresAt(device, history, history.eventCount()));
    return json;
}

Json driverFiguresJson(const std::optional<DriverFigures>& figures)
{
    if (!figures)
        return nullptr;
    Json json = {{"time_us", figures->timeUs}, {"reserved_bytes", figures->reserved}};
    json["event"] = figures->position == 0 ? Json(nullptr) : Json(figures->position - 1);
    json["used_bytes"] = bytesJson(figures->used);
    json["used_includes_driver"] = figures->isUsedByNvml;
    json["process_bytes"] = bytesJson(figures->process);
    json["process_known_by"] = sourceName(figures->processSource);
    json["outside_allocator_bytes"] = bytesJson(figures->outside);
    json["other_processes_bytes"] = bytesJson(figures->others);
    json["outside_and_others_bytes"] = bytesJson(figures->outsideAndOthers);
    json["free_bytes"] = bytesJson(figures->free);
    json["torn"] = figures->isTorn;
    return json;
}

} // namespace tidemark
