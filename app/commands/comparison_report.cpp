// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/comparison_report.h"

#include "core/analysis/devices/device_labels.h"
#include "core/base/bytes.h"
#include "core/base/one_line.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::array<std::string_view, curveCount> curveNames = {"allocated", "active", "reserved"};

// "+104 MiB (16 %)".
std::string distanceText(const PeerDistance& distance)
{
    const std::string bytes = (distance.bytes > 0 ? "+" : "") + formatBytes(distance.bytes);
    const auto percent = distance.percent();
    return percent ? fmt::format("{} ({:.0f} %)", bytes, std::abs(*percent)) : bytes;
}

std::string troublesOf(const ComparedDevice& device)
{
    std::string text;
    if (device.ooms > 0)
        text += fmt::format("  {} OOM{}", device.ooms, device.ooms == 1 ? "" : "s");
    if (const std::int64_t retries = device.retries.value_or(0); retries > 0)
        text += fmt::format("  {} {}", retries, retries == 1 ? "retry" : "retries");
    return text;
}

std::string rowOf(const ComparedDevice& device, std::size_t width)
{
    const auto exact = [](std::int64_t bytes) { return formatExact(bytes) + " B"; };
    return fmt::format("  {:<{}}{:>20}{:>20}{:>20}{:>20}{}{}\n", oneLine(device.label), width,
        exact(device.peak(Curve::Reserved).bytes), exact(device.peak(Curve::Allocated).bytes),
        exact(device.end[static_cast<std::size_t>(Curve::Reserved)]),
        distanceText(device.distanceOf(Curve::Reserved)), device.isOutlier ? "  stands out" : "",
        troublesOf(device));
}

Json byCurve(const std::array<std::int64_t, curveCount>& bytes)
{
    Json json = Json::object();
    for (std::size_t curve = 0; curve < curveCount; ++curve)
        json[curveNames[curve]] = bytes[curve];
    return json;
}

Json distanceJson(const PeerDistance& distance)
{
    const auto percent = distance.percent();
    return {{"median_of_others", distance.median}, {"bytes", distance.bytes},
        {"percent", percent ? Json(*percent) : Json(nullptr)}};
}

Json deviceJson(const Recording& recording, std::size_t index, const ComparedDevice& device)
{
    const auto rank = rankOf(recording, recording.devices[index]);
    Json json = {{"index", index}, {"label", device.label}, {"rank", rank ? Json(*rank) : Json(nullptr)}};
    std::array<std::int64_t, curveCount> peaks{};
    for (std::size_t curve = 0; curve < curveCount; ++curve)
        peaks[curve] = device.peaks[curve].bytes;
    json["peak"] = byCurve(peaks);
    json["end"] = byCurve(device.end);
    json["distance"] = Json::object();
    for (std::size_t curve = 0; curve < curveCount; ++curve)
        json["distance"][curveNames[curve]] = distanceJson(device.distance[curve]);
    json["ooms"] = device.ooms;
    json["retries"] = device.retries ? Json(*device.retries) : Json(nullptr);
    json["outlier"] = device.isOutlier;
    return json;
}

} // namespace

std::string comparisonText(const AnalyzedRecording& analyzed)
{
    const DeviceComparison comparison = compareDevices(analyzed);
    if (!comparison.isMeaningful())
        return {};
    std::size_t width = 0;
    for (const ComparedDevice& device : comparison.devices)
        width = std::max(width, device.label.size());
    std::string text = "\nSide by side\n";
    text += fmt::format("  {:<{}}{:>20}{:>20}{:>20}{:>20}\n", "", width, "peak reserved", "peak allocated",
        "reserved at the end", "than the others");
    for (const ComparedDevice& device : comparison.devices) {
        if (device.isCompared)
            text += rowOf(device, width);
    }
    return text + '\n' + oneLine(outlierSentence(comparison)) + '\n';
}

Json comparisonJson(const AnalyzedRecording& analyzed)
{
    const DeviceComparison comparison = compareDevices(analyzed);
    if (!comparison.isMeaningful())
        return nullptr;
    Json json = {{"sentence", outlierSentence(comparison)}, {"median_peak", byCurve(comparison.median)}};
    json["devices"] = Json::array();
    for (std::size_t i = 0; i < comparison.devices.size(); ++i) {
        if (comparison.devices[i].isCompared)
            json["devices"].push_back(deviceJson(analyzed.recording, i, comparison.devices[i]));
    }
    return json;
}

} // namespace tidemark
