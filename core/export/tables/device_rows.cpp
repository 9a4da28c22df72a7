// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/tables/table_rows.h"

#include <array>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::array recordingColumns = {
    ColumnShape{"id"}, ColumnShape{"name", ColumnKind::Text}, ColumnShape{"value", ColumnKind::Text}};
constexpr TableShape recordingTable = {"recording", recordingColumns, "id", {}};

constexpr std::array deviceColumns = {ColumnShape{"id"}, ColumnShape{"ordinal"},
    ColumnShape{"name", ColumnKind::Text}, ColumnShape{"source", ColumnKind::Text}, ColumnShape{"capacity"},
    ColumnShape{"history", ColumnKind::Text}, ColumnShape{"events"}, ColumnShape{"lost_events"},
    ColumnShape{"contradictions"}, ColumnShape{"allocator_conf", ColumnKind::Text}};
constexpr TableShape deviceTable = {"devices", deviceColumns, "id", {}};

std::string_view historyWord(History history)
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

} // namespace

std::string poolText(PoolId pool)
{
    return fmt::format("{},{}", pool.first, pool.second);
}

void recordingRows(const AnalyzedRecording& analyzed, RowStream& rows)
{
    const Recording& recording = analyzed.recording;
    if (!rows.begin(recordingTable))
        return;
    std::uint64_t number = 0;
    const auto put = [&](std::string_view name, std::string_view value) {
        rows.put({number++, name, textCell(value)});
    };
    put("converted_by", "tidemark " TIDEMARK_VERSION);
    put("format", recording.format);
    put("producer", recording.producer);
    put("workload", recording.workload);
    put("complete", recording.complete ? "yes" : "no");
    put("allocator_conf", recording.allocatorConf);
    for (const Setting& setting : recording.settings)
        put("setting." + setting.name, setting.value);
    for (const std::string& warning : recording.warnings)
        put("warning", warning);
}

void deviceRows(const AnalyzedRecording& analyzed, RowStream& rows)
{
    if (!rows.begin(deviceTable))
        return;
    const Recording& recording = analyzed.recording;
    for (std::size_t d = 0; d < recording.devices.size(); ++d) {
        const Device& device = recording.devices[d];
        const std::string& conf =
            device.allocatorConf.empty() ? recording.allocatorConf : device.allocatorConf;
        const bool isTaken = rows.put({d, std::int64_t(device.ordinal), textCell(device.name),
            textCell(device.source), device.capacity == 0 ? Cell() : Cell(device.capacity),
            historyWord(device.history), device.events.size(), device.lostEvents,
            analyzed.histories[d].contradictions(), textCell(conf)});
        if (!isTaken)
            return;
    }
}

} // namespace tidemark
