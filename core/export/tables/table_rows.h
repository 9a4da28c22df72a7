// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/export/row_stream.h"

#include <string>

namespace tidemark {

// The rows of each table, see ExportTable. A `device` is its place in the recording.
void recordingRows(const AnalyzedRecording& analyzed, RowStream& rows);
void deviceRows(const AnalyzedRecording& analyzed, RowStream& rows);
void traceRows(const AnalyzedRecording& analyzed, RowStream& rows);
void seriesRows(const AnalyzedRecording& analyzed, RowStream& rows);
void allocationRows(const AnalyzedRecording& analyzed, RowStream& rows);
void segmentRows(const AnalyzedRecording& analyzed, RowStream& rows);
void blockRows(const AnalyzedRecording& analyzed, RowStream& rows);
void contextRows(const AnalyzedRecording& analyzed, RowStream& rows);
void tensorRows(const AnalyzedRecording& analyzed, RowStream& rows);
void annotationRows(const AnalyzedRecording& analyzed, RowStream& rows);
void markRows(const AnalyzedRecording& analyzed, RowStream& rows);
void driverRows(const AnalyzedRecording& analyzed, RowStream& rows);
void curveRows(const AnalyzedRecording& analyzed, RowStream& rows);

// What a column holds in a row that is no event's: the state before the first one.
inline constexpr std::int64_t beforeFirstEvent = -1;

// An entry of a table of the recording, or nothing.
template <class Index>
Cell indexCell(Index index)
{
    return index.isNone() ? Cell() : Cell(std::uint64_t(index.value));
}

// A text, or nothing where it is empty.
inline Cell textCell(std::string_view text)
{
    return text.empty() ? Cell() : Cell(text);
}

// An event's number, or nothing where there is none.
inline Cell eventCell(std::uint64_t event)
{
    return event == UINT64_MAX ? Cell() : Cell(event);
}

// Its time, or nothing where the recording tells none.
inline Cell timeCell(const Device& device, std::uint64_t event)
{
    if (event >= device.events.size())
        return {};
    const std::int64_t timeUs = device.events.timeUs()[event];
    return timeUs == 0 ? Cell() : Cell(timeUs);
}

// "0,0": the pool's two numbers.
std::string poolText(PoolId pool);

} // namespace tidemark
