// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/report_json.h"

#include "app/commands/comparison_report.h"
#include "app/commands/curve_peak.h"
#include "app/commands/driver_report.h"
#include "core/analysis/reserved/out_of_memory_report.h"

namespace tidemark {

namespace {

std::string_view historyName(History history)
{
    switch (history) {
    case History::Whole:
        return "whole";
    case History::Partial:
        return "partial";
    case History::None:
        break;
    }
    return "none";
}

// The time of the event that led to a position; nothing where there is none.
Json timeAt(const Device& device, std::size_t position)
{
    if (position == 0 || device.events.empty())
        return nullptr;
    return device.events.timeUs()[std::min(position, device.events.size()) - 1];
}

Json momentJson(const Device& device, std::size_t position, std::int64_t bytes)
{
    Json moment = {{"bytes", bytes}};
    moment["event"] = position == 0 ? Json(nullptr) : Json(position - 1);
    moment["time_us"] = timeAt(device, position);
    return moment;
}

Json peaksJson(const Device& device, const DeviceHistory& history)
{
    Json peaks = Json::object();
    const auto requested = history.requestedPeak();
    peaks["requested"] = momentJson(device, requested.position, requested.bytes);
    const auto add = [&](const char* name, Curve curve) {
        const auto peak = history.peak(curve);
        peaks[name] = momentJson(device, peak.position, peak.bytes);
    };
    add("allocated", Curve::Allocated);
    add("active", Curve::Active);
    add("reserved", Curve::Reserved);
    return peaks;
}

// What a file gives as curves, where it has no events.
Json curvesJson(const std::vector<SampledCurve>& curves)
{
    Json list = Json::array();
    for (const SampledCurve& curve : curves) {
        const CurvePeak peak = peakOf(curve);
        Json json = {{"name", curve.name}, {"samples", curve.bytes.size()}};
        json["peak"] = {{"bytes", peak.bytes}, {"time_us", peak.timeUs}};
        json["end"] = curve.bytes.empty() ? std::int64_t(0) : curve.bytes.back();
        list.push_back(std::move(json));
    }
    return list;
}

Json deviceJson(const Device& device, const DeviceHistory& history)
{
    Json json = {{"device", device.ordinal}, {"name", device.name}, {"capacity", device.capacity}};
    json["events"] = device.events.size();
    json["segments"] = history.segmentsAt(device, history.eventCount()).segments.size();
    json["history"] = historyName(device.history);
    json["lost_events"] = device.lostEvents;
    json["contradictions"] = history.contradictions();
    const std::vector<std::size_t> ooms = outOfMemoryPositions(device.events);
    json["ooms"] = ooms.size();
    json["first_oom"] = ooms.empty() ? Json(nullptr) : Json(ooms.front() - 1); // by event
    json["first_time_us"] = timeAt(device, device.events.empty() ? 0 : 1);
    json["last_time_us"] = timeAt(device, device.events.size());
    json["peak"] = peaksJson(device, history);
    json["end"] = levelJson(history.levelAt(device, history.eventCount()));
    if (!device.source.empty())
        json["source"] = device.source;
    if (!device.curves.empty())
        json["curves"] = curvesJson(device.curves);
    if (!device.driver.empty())
        json["driver"] = driverReportJson(device, history);
    return json;
}

} // namespace

Json levelJson(const Level& level)
{
    return {{"requested_bytes", level.requestedBytes}, {"allocated_bytes", level.allocatedBytes},
        {"active_bytes", level.activeBytes}, {"reserved_bytes", level.reservedBytes},
        {"inactive_split_bytes", level.inactiveSplitBytes}, {"allocation", level.allocation},
        {"active", level.active}, {"segment", level.segment}, {"inactive_split", level.inactiveSplit}};
}

Json infoJson(const AnalyzedRecording& analyzed)
{
    const Recording& recording = analyzed.recording;
    Json json = {{"format", recording.format}, {"producer", recording.producer},
        {"workload", recording.workload}, {"complete", recording.complete}, {"warnings", recording.warnings},
        {"allocator_conf", recording.allocatorConf}};
    json["settings"] = Json::object();
    for (const Setting& setting : recording.settings)
        json["settings"][setting.name] = setting.value;
    json["devices"] = Json::array();
    for (std::size_t i = 0; i < recording.devices.size(); ++i)
        json["devices"].push_back(deviceJson(recording.devices[i], analyzed.histories[i]));
    if (Json comparison = comparisonJson(analyzed); !comparison.is_null())
        json["comparison"] = std::move(comparison);
    return json;
}

Json segmentsJson(const Device& device, const SegmentList& list)
{
    Json segments = Json::array();
    for (const SegmentInfo& segment : list.segments) {
        const PoolId pool = device.pools[segment.pool];
        Json json = {{"address", segment.address}, {"total_size", segment.totalSize},
            {"stream", device.streams[segment.stream]}, {"segment_type", segment.isLarge ? "large" : "small"},
            {"segment_pool_id", {pool.first, pool.second}}, {"is_expandable", segment.isExpandable}};
        json["blocks"] = Json::array();
        for (const BlockInfo& block : list.blocksOf(segment)) {
            json["blocks"].push_back({{"address", block.address}, {"size", block.size},
                {"requested_size", block.requestedSize}, {"state", blockStateName(block.state)}});
        }
        segments.push_back(std::move(json));
    }
    return segments;
}

} // namespace tidemark
