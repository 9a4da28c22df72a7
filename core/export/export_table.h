// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/export/row_stream.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tidemark {

// The tables of which a recording consists for programs of other kinds. core/export/formats.md says what
// stands in their columns.
enum class ExportTable : std::uint8_t {
    Recording,
    Devices,
    DeviceTraces, // every event
    Series, // the allocator's figures after every event
    Allocations,
    Segments, // at the end
    Blocks, // at the end
    Contexts,
    Tensors,
    Annotations,
    Marks,
    Driver,
    Curves, // of files that have no events
};
inline constexpr std::size_t exportTableCount = 13;

std::string_view exportTableName(ExportTable table); // "device_traces"
// "events" is device_traces, too.
std::optional<ExportTable> exportTableNamed(std::string_view name);

// All of its rows: by device, and in each by event or address.
void writeTable(ExportTable table, const AnalyzedRecording& analyzed, RowStream& rows);

// How many steps the progress will go.
std::uint64_t countedRows(ExportTable table, const Recording& recording);

} // namespace tidemark
