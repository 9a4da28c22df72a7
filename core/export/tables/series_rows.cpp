// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/tables/table_rows.h"

#include <array>

namespace tidemark {

namespace {

// Named as `tidemark series` names them.
constexpr std::array seriesColumns = {ColumnShape{"device"}, ColumnShape{"event"}, ColumnShape{"time_us"},
    ColumnShape{"requested_bytes"}, ColumnShape{"allocated_bytes"}, ColumnShape{"active_bytes"},
    ColumnShape{"reserved_bytes"}, ColumnShape{"inactive_split_bytes"}, ColumnShape{"allocation"},
    ColumnShape{"active"}, ColumnShape{"segment"}, ColumnShape{"inactive_split"}};
constexpr TableShape seriesTable = {"series", seriesColumns, "device, event", {}};

bool putLevel(RowStream& rows, std::size_t device, std::int64_t event, const Cell& time, const Level& level)
{
    return rows.putCounted({device, event, time, level.requestedBytes, level.allocatedBytes,
        level.activeBytes, level.reservedBytes, level.inactiveSplitBytes, level.allocation, level.active,
        level.segment, level.inactiveSplit});
}

bool putDevice(RowStream& rows, std::size_t number, const Device& device, const DeviceHistory& history)
{
    HeapState state = history.stateAt(device, 0);
    if (!putLevel(rows, number, beforeFirstEvent, {}, state.level()))
        return false;
    const std::size_t end = history.eventCount();
    for (std::size_t i = 0; i < end; ++i) {
        state.apply(history.followed(device, i), i);
        // Behind the last event stands what the allocator itself reported.
        const bool isReported = i + 1 == end && history.endDiffers();
        const Level level = isReported ? history.levelAt(device, end) : state.level();
        if (!putLevel(rows, number, static_cast<std::int64_t>(i), timeCell(device, i), level))
            return false;
    }
    return true;
}

} // namespace

void seriesRows(const AnalyzedRecording& analyzed, RowStream& rows)
{
    if (!rows.begin(seriesTable))
        return;
    for (std::size_t d = 0; d < analyzed.recording.devices.size(); ++d)
        if (!putDevice(rows, d, analyzed.recording.devices[d], analyzed.histories[d]))
            return;
}

} // namespace tidemark
