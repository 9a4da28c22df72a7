// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_rows.h"

#include <algorithm>
#include <tuple>

namespace tidemark::ui {

namespace {

MapRow rowOf(const SegmentList& list, std::uint32_t index)
{
    const SegmentInfo& segment = list.segments[index];
    MapRow row{index, 0, isFree(list, segment)};
    for (const BlockInfo& block : list.blocksOf(segment))
        row.freeBytes += block.state == BlockState::Inactive ? block.size : 0;
    return row;
}

bool isBefore(const SegmentList& list, MapOrder order, const MapRow& left, const MapRow& right)
{
    const SegmentInfo& a = list.segments[left.segment];
    const SegmentInfo& b = list.segments[right.segment];
    switch (order) {
    case MapOrder::Size:
        return std::tie(b.totalSize, a.address) < std::tie(a.totalSize, b.address);
    case MapOrder::FreeBytes:
        return std::tie(right.freeBytes, a.address) < std::tie(left.freeBytes, b.address);
    case MapOrder::PinnedBytes:
        return std::tuple(right.pinnedBytes(), a.address) < std::tuple(left.pinnedBytes(), b.address);
    case MapOrder::Pool:
        return std::tie(a.pool, a.isLarge, b.totalSize, a.address)
            < std::tie(b.pool, b.isLarge, a.totalSize, b.address);
    case MapOrder::Stream:
        return std::tie(a.stream, b.totalSize, a.address) < std::tie(b.stream, a.totalSize, b.address);
    case MapOrder::Address:
        break;
    }
    return a.address < b.address;
}

} // namespace

std::vector<MapRow> mapRows(const SegmentList& list, MapOrder order)
{
    std::vector<MapRow> rows;
    rows.reserve(list.segments.size());
    for (std::uint32_t i = 0; i < list.segments.size(); ++i)
        rows.push_back(rowOf(list, i));
    std::sort(rows.begin(), rows.end(),
        [&](const MapRow& a, const MapRow& b) { return isBefore(list, order, a, b); });
    return rows;
}

std::uint64_t longestSegment(const SegmentList& list)
{
    std::uint64_t longest = 0;
    for (const SegmentInfo& segment : list.segments)
        longest = std::max(longest, segment.totalSize);
    return longest;
}

std::uint32_t blockAtOffset(const SegmentList& list, const SegmentInfo& segment, std::uint64_t offset)
{
    const auto blocks = list.blocksOf(segment);
    const auto behind = std::upper_bound(blocks.begin(), blocks.end(), segment.address + offset,
        [](std::uint64_t address, const BlockInfo& block) { return address < block.address; });
    const auto place = std::max<std::ptrdiff_t>(behind - blocks.begin() - 1, 0);
    return segment.firstBlock + static_cast<std::uint32_t>(place);
}

bool isFree(const SegmentList& list, const SegmentInfo& segment)
{
    const auto blocks = list.blocksOf(segment);
    return std::all_of(blocks.begin(), blocks.end(),
        [](const BlockInfo& block) { return block.state == BlockState::Inactive; });
}

const SegmentInfo* segmentAt(const SegmentList& list, std::uint64_t address)
{
    const auto behind = std::upper_bound(list.segments.begin(), list.segments.end(), address,
        [](std::uint64_t value, const SegmentInfo& segment) { return value < segment.address; });
    if (behind == list.segments.begin())
        return nullptr;
    const SegmentInfo& segment = *(behind - 1);
    const bool holds = address - segment.address < segment.totalSize && segment.blockCount > 0;
    return holds ? &segment : nullptr;
}

std::optional<MapPlace> placeOf(
    const SegmentList& list, const std::vector<MapRow>& rows, std::uint64_t address)
{
    const SegmentInfo* segment = segmentAt(list, address);
    if (segment == nullptr)
        return std::nullopt;
    const auto index = static_cast<std::uint32_t>(segment - list.segments.data());
    const auto row = std::find_if(
        rows.begin(), rows.end(), [index](const MapRow& candidate) { return candidate.segment == index; });
    if (row == rows.end())
        return std::nullopt;
    return MapPlace{static_cast<std::size_t>(row - rows.begin()),
        blockAtOffset(list, *segment, address - segment->address)};
}

} // namespace tidemark::ui
