// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/tables/table_rows.h"

#include <array>

namespace tidemark {

namespace {

constexpr std::array traceColumns = {ColumnShape{"device"}, ColumnShape{"event"}, ColumnShape{"time_us"},
    ColumnShape{"action", ColumnKind::Text}, ColumnShape{"addr"}, ColumnShape{"size"}, ColumnShape{"stream"},
    ColumnShape{"pool", ColumnKind::Text}, ColumnShape{"context"}, ColumnShape{"device_free"}};
constexpr std::array<std::string_view, 1> traceIndices = {"addr"};
constexpr TableShape traceTable = {"device_traces", traceColumns, "device, event", traceIndices};

// An oom has no address: there stands what the driver had free.
bool hasAddress(Action action)
{
    return action != Action::Oom && action != Action::Snapshot && action != Action::UserDefined;
}

} // namespace

void traceRows(const AnalyzedRecording& analyzed, RowStream& rows)
{
    if (!rows.begin(traceTable))
        return;
    for (std::size_t d = 0; d < analyzed.recording.devices.size(); ++d) {
        const Device& device = analyzed.recording.devices[d];
        std::vector<std::string> pools;
        for (const PoolId pool : device.pools)
            pools.push_back(poolText(pool));
        for (std::size_t i = 0; i < device.events.size(); ++i) {
            const Event event = device.events[i];
            const bool isTaken = rows.putCounted({d, i, timeCell(device, i), actionName(event.action),
                hasAddress(event.action) ? Cell(event.address) : Cell(), event.size,
                device.streams[event.stream], std::string_view(pools[event.pool]), indexCell(event.context),
                event.action == Action::Oom ? Cell(event.address) : Cell()});
            if (!isTaken)
                return;
        }
    }
}

} // namespace tidemark
