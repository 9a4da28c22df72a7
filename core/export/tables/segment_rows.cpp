// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/tables/table_rows.h"

#include <array>

namespace tidemark {

namespace {

constexpr std::array segmentColumns = {ColumnShape{"device"}, ColumnShape{"addr"}, ColumnShape{"total_size"},
    ColumnShape{"allocated_size"}, ColumnShape{"active_size"}, ColumnShape{"requested_size"},
    ColumnShape{"stream"}, ColumnShape{"segment_type", ColumnKind::Text},
    ColumnShape{"pool", ColumnKind::Text}, ColumnShape{"is_expandable"}, ColumnShape{"context"}};
constexpr TableShape segmentTable = {"segments", segmentColumns, "device, addr", {}};

constexpr std::array blockColumns = {ColumnShape{"device"}, ColumnShape{"segment_addr"}, ColumnShape{"addr"},
    ColumnShape{"size"}, ColumnShape{"requested_size"}, ColumnShape{"state", ColumnKind::Text},
    ColumnShape{"alloc_event"}, ColumnShape{"context"}};
constexpr std::array<std::string_view, 1> blockIndices = {"device, segment_addr"};
constexpr TableShape blockTable = {"blocks", blockColumns, "device, addr", blockIndices};

SegmentList endOf(const AnalyzedRecording& analyzed, std::size_t device)
{
    const DeviceHistory& history = analyzed.histories[device];
    return history.segmentsAt(analyzed.recording.devices[device], history.eventCount());
}

// What PyTorch's snapshots tell of a segment.
struct SegmentSums {
    std::uint64_t allocated = 0;
    std::uint64_t active = 0;
    std::uint64_t requested = 0;
};

SegmentSums sumsOf(std::span<const BlockInfo> blocks)
{
    SegmentSums sums;
    for (const BlockInfo& block : blocks) {
        if (block.state == BlockState::Inactive)
            continue;
        sums.active += block.size;
        sums.requested += block.requestedSize;
        if (block.state == BlockState::ActiveAllocated)
            sums.allocated += block.size;
    }
    return sums;
}

} // namespace

void segmentRows(const AnalyzedRecording& analyzed, RowStream& rows)
{
    if (!rows.begin(segmentTable))
        return;
    for (std::size_t d = 0; d < analyzed.recording.devices.size(); ++d) {
        const Device& device = analyzed.recording.devices[d];
        const SegmentList list = endOf(analyzed, d);
        for (const SegmentInfo& segment : list.segments) {
            const SegmentSums sums = sumsOf(list.blocksOf(segment));
            const std::string pool = poolText(device.pools[segment.pool]);
            const bool isTaken =
                rows.put({d, segment.address, segment.totalSize, sums.allocated, sums.active, sums.requested,
                    device.streams[segment.stream], std::string_view(segment.isLarge ? "large" : "small"),
                    std::string_view(pool), std::int64_t(segment.isExpandable), indexCell(segment.context)});
            if (!isTaken)
                return;
        }
    }
}

void blockRows(const AnalyzedRecording& analyzed, RowStream& rows)
{
    if (!rows.begin(blockTable))
        return;
    for (std::size_t d = 0; d < analyzed.recording.devices.size(); ++d) {
        const SegmentList list = endOf(analyzed, d);
        for (const SegmentInfo& segment : list.segments) {
            for (const BlockInfo& block : list.blocksOf(segment)) {
                const bool isFree = block.state == BlockState::Inactive;
                const bool isTaken = rows.put({d, segment.address, block.address, block.size,
                    isFree ? Cell() : Cell(block.requestedSize), blockStateName(block.state),
                    isFree ? Cell() : eventCell(block.allocEvent), indexCell(block.context)});
                if (!isTaken)
                    return;
            }
        }
    }
}

} // namespace tidemark
