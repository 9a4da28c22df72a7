// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/attribution.h"
#include "core/export/tables/table_rows.h"

#include <array>

namespace tidemark {

namespace {

constexpr std::array allocationColumns = {ColumnShape{"id"}, ColumnShape{"device"}, ColumnShape{"addr"},
    ColumnShape{"requested_bytes"}, ColumnShape{"bytes"}, ColumnShape{"alloc_event"},
    ColumnShape{"free_event"}, ColumnShape{"alloc_us"}, ColumnShape{"free_us"}, ColumnShape{"stream"},
    ColumnShape{"category", ColumnKind::Text}, ColumnShape{"dtype", ColumnKind::Text},
    ColumnShape{"name", ColumnKind::Text}, ColumnShape{"shape", ColumnKind::Text}, ColumnShape{"context"},
    ColumnShape{"is_told"}};
constexpr std::array<std::string_view, 3> allocationIndices = {
    "device, alloc_event", "device, free_event", "context"};
constexpr TableShape allocationTable = {"allocations", allocationColumns, "id", allocationIndices};

// Where nothing told of it, it is as old as the recording or comes from nobody's event.
Cell streamCell(const Device& device, const Allocation& allocation)
{
    if (allocation.event >= device.events.size() || !allocation.isTold)
        return {};
    return device.streams[device.events.stream()[allocation.event]];
}

class AllocationTable {
public:
    AllocationTable(const AnalyzedRecording& analyzed, RowStream& rows)
        : m_analyzed(analyzed)
        , m_rows(rows)
    { }

    bool put(std::size_t number)
    {
        const Device& device = m_analyzed.recording.devices[number];
        const Attribution attribution =
            attribute(m_analyzed.recording, number, m_analyzed.histories[number], m_rows.stop());
        for (const Allocation& allocation : attribution.allocations)
            if (!put(number, device, attribution, allocation))
                return false;
        return true;
    }

private:
    bool put(std::size_t number, const Device& device, const Attribution& attribution,
        const Allocation& allocation)
    {
        const StringTable& strings = m_analyzed.recording.strings;
        const auto labels = attribution.labelsOf(allocation);
        const auto ofLabel = [&](StringIndex TensorLabel::*text) {
            return labels.empty() ? Cell() : textCell(strings[labels.front().*text]);
        };
        return m_rows.putCounted({m_next++, number, allocation.address,
            allocation.requested == 0 ? Cell() : Cell(allocation.requested), allocation.bytes,
            eventCell(allocation.event), eventCell(allocation.freeEvent), timeCell(device, allocation.event),
            timeCell(device, allocation.freeEvent), streamCell(device, allocation),
            nameOf(allocation.category), labels.empty() ? Cell() : Cell(nameOf(allocation.dataType)),
            ofLabel(&TensorLabel::name), ofLabel(&TensorLabel::shape), indexCell(allocation.context),
            std::int64_t(allocation.isTold)});
    }

    const AnalyzedRecording& m_analyzed;
    RowStream& m_rows;
    std::uint64_t m_next = 0;
};

} // namespace

void allocationRows(const AnalyzedRecording& analyzed, RowStream& rows)
{
    if (!rows.begin(allocationTable))
        return;
    AllocationTable table(analyzed, rows);
    for (std::size_t d = 0; d < analyzed.recording.devices.size(); ++d)
        if (!table.put(d))
            return;
}

} // namespace tidemark
