// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export_table.h"

#include "core/export/tables/table_rows.h"

#include <algorithm>
#include <array>

namespace tidemark {

namespace {

struct TableEntry {
    ExportTable table;
    std::string_view name;
    void (*write)(const AnalyzedRecording&, RowStream&);
};

constexpr std::array<TableEntry, exportTableCount> exportEntries = {{
    {ExportTable::Recording, "recording", recordingRows},
    {ExportTable::Devices, "devices", deviceRows},
    {ExportTable::DeviceTraces, "device_traces", traceRows},
    {ExportTable::Series, "series", seriesRows},
    {ExportTable::Allocations, "allocations", allocationRows},
    {ExportTable::Segments, "segments", segmentRows},
    {ExportTable::Blocks, "blocks", blockRows},
    {ExportTable::Contexts, "contexts", contextRows},
    {ExportTable::Tensors, "tensors", tensorRows},
    {ExportTable::Annotations, "annotations", annotationRows},
    {ExportTable::Marks, "marks", markRows},
    {ExportTable::Driver, "driver", driverRows},
    {ExportTable::Curves, "curves", curveRows},
}};

const TableEntry& entryOf(ExportTable table)
{
    return exportEntries[static_cast<std::size_t>(table)];
}

} // namespace

std::string_view exportTableName(ExportTable table)
{
    return entryOf(table).name;
}

std::optional<ExportTable> exportTableNamed(std::string_view name)
{
    if (name == "events")
        return ExportTable::DeviceTraces;
    const auto found = std::find_if(exportEntries.begin(), exportEntries.end(),
        [name](const TableEntry& entry) { return entry.name == name; });
    return found == exportEntries.end() ? std::nullopt : std::optional(found->table);
}

void writeTable(ExportTable table, const AnalyzedRecording& analyzed, RowStream& rows)
{
    entryOf(table).write(analyzed, rows);
}

std::uint64_t countedRows(ExportTable table, const Recording& recording)
{
    std::uint64_t events = 0;
    std::uint64_t samples = 0;
    for (const Device& device : recording.devices) {
        events += device.events.size();
        for (const SampledCurve& curve : device.curves)
            samples += curve.bytes.size();
    }
    switch (table) {
    case ExportTable::DeviceTraces:
    case ExportTable::Series:
        return events;
    case ExportTable::Allocations:
        return events / 3; // an alloc, and two events that free it
    case ExportTable::Curves:
        return samples;
    default:
        return 0;
    }
}

} // namespace tidemark
