// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/segment_rows.h"

#include "core/analysis/tables/chosen_allocations.h"
#include "core/analysis/tables/row_words.h"

#include <algorithm>
#include <array>

namespace tidemark {

namespace {

constexpr std::array<TableColumn, SegmentRows::ColumnCount> segmentColumns = {{
    {"address", "address", CellKind::Address, "Where it begins"},
    {"size", "size", CellKind::Bytes, "Bytes got from the driver; of an expandable run, at its largest"},
    {"mapped", "still mapped", CellKind::Bytes,
        "Bytes of it that are there at the end; empty: it was returned"},
    {"kind", "kind", CellKind::Words, "PyTorch's segment_type"},
    {"stream", "stream", CellKind::Words, "The stream that its blocks are for"},
    {"pool", "pool", CellKind::Words, "The pool that it belongs to"},
    {"event", "allocated at", CellKind::Event, "The event that brought it; empty: it was there before"},
    {"freed", "returned at", CellKind::Event, "The event that took it away; empty: it stays to the end"},
    {"allocations", "allocations", CellKind::Count, "How many began in it"},
    {"where", "where", CellKind::Words, "What the program was doing when it was needed"},
}};

enum SegmentKind : std::uint64_t { Small, Large, SmallExpandable, LargeExpandable, SegmentKindCount };

std::uint64_t kindOf(const KnownSegment& segment)
{
    return (segment.isLarge ? Large : Small) + (segment.isExpandable ? SmallExpandable : Small);
}

} // namespace

std::span<const TableColumn> SegmentRows::columns() const
{
    return segmentColumns;
}

std::size_t SegmentRows::size() const
{
    return m_facts->places.segments.size();
}

std::uint64_t SegmentRows::value(std::size_t row, std::size_t column) const
{
    const KnownSegment& segment = m_facts->places.segments[row];
    static_assert(nothing == KnownSegment::never && nothing == KnownSegment::beforeRecording);
    switch (column) {
    case Address:
        return segment.address;
    case Size:
        return segment.bytes;
    case Mapped:
        return segment.end == KnownSegment::never ? segment.mapped : nothing;
    case Kind:
        return kindOf(segment);
    case Stream:
        return segment.stream;
    case Pool:
        return segment.pool;
    case Begin:
        return segment.begin;
    case End:
        return segment.end;
    case Allocations:
        return segment.allocations;
    case Where:
        return segment.context.value;
    default:
        return nothing;
    }
}

std::uint64_t SegmentRows::textCount(std::size_t column) const
{
    switch (column) {
    case Kind:
        return SegmentKindCount;
    case Stream:
        return std::max<std::size_t>(m_facts->about().streams.size(), 1);
    case Pool:
        return std::max<std::size_t>(m_facts->about().pools.size(), 1);
    case Where:
        return m_facts->tables().contexts.size();
    default:
        return 0;
    }
}

std::string SegmentRows::text(std::size_t column, std::uint64_t number) const
{
    static constexpr std::array<std::string_view, SegmentKindCount> kinds = {
        "small", "large", "small, expandable", "large, expandable"};
    switch (column) {
    case Kind:
        return std::string(kinds[number]);
    case Stream:
        return streamWords(m_facts->about(), static_cast<StreamSlot>(number));
    case Pool:
        return poolWords(m_facts->about(), static_cast<PoolSlot>(number));
    case Where:
        return contextWords(m_facts->tables(), ContextIndex{static_cast<std::uint32_t>(number)});
    default:
        return {};
    }
}

std::string SegmentRows::searchedText(std::size_t column, std::uint64_t number) const
{
    if (column != Where)
        return text(column, number);
    return searchedContext(m_facts->tables(), ContextIndex{static_cast<std::uint32_t>(number)});
}

std::optional<AddressRange> SegmentRows::addresses(std::size_t row) const
{
    return AddressRange{m_facts->places.segments[row].address, m_facts->places.segments[row].bytes};
}

bool SegmentRows::isHeldBy(std::size_t row, const MemoryFilter& filter) const
{
    return filter.holds(m_facts->places.segments[row]);
}

std::vector<bool> SegmentRows::heldRows(const MemoryFilter& filter, const std::stop_token& stop) const
{
    if (filter.allocations.isAll())
        return {};
    std::vector<bool> held(size());
    const std::vector<bool> allocations = ChosenAllocations(*m_facts, {filter, {}}).all(stop);
    for (std::size_t i = 0; i < allocations.size(); ++i)
        if (const std::uint32_t segment = m_facts->places.segmentOf[i];
            allocations[i] && segment != AllocationPlaces::noSegment)
            held[segment] = true;
    return held;
}

bool SegmentRows::isIn(std::size_t row, const EventRange& range) const
{
    static_assert(KnownSegment::beforeRecording == UINT64_MAX && KnownSegment::never == UINT64_MAX);
    return range.meets(m_facts->places.segments[row].begin, m_facts->places.segments[row].end);
}

RowPlace SegmentRows::placeOf(std::size_t row) const
{
    const KnownSegment& segment = m_facts->places.segments[row];
    return {segment.begin == KnownSegment::beforeRecording ? 0 : segment.begin + 1, segment.address};
}

std::optional<std::size_t> SegmentRows::rowAt(
    std::uint64_t position, std::optional<std::uint64_t> address) const
{
    if (!address)
        return std::nullopt;
    const std::uint32_t found = m_facts->places.segmentAt(*address, position);
    return found == AllocationPlaces::noSegment ? std::nullopt : std::optional<std::size_t>(found);
}

std::string SegmentRows::whyEmpty() const
{
    return "The device never had a segment: nothing was allocated.";
}

} // namespace tidemark
