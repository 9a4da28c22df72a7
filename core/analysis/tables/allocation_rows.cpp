// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/allocation_rows.h"

#include "core/analysis/tables/chosen_allocations.h"
#include "core/analysis/tables/row_words.h"
#include "core/base/one_line.h"

#include <algorithm>
#include <array>

namespace tidemark {

namespace {

constexpr std::array<TableColumn, AllocationRows::ColumnCount> allocationColumns = {{
    {"event", "allocated at", CellKind::Event, "The alloc event; empty: it was there before the first event"},
    {"free_requested", "freed at", CellKind::Event, "When the program freed it; empty: it never did"},
    {"life", "life, events", CellKind::Count, "Events from its alloc to its free"},
    {"life_us", "life", CellKind::Duration, "From its alloc to its free"},
    {"size", "size", CellKind::Bytes, "Bytes given, as the allocated curve counts them"},
    {"requested", "asked for", CellKind::Bytes, "Bytes asked for"},
    {"category", "category", CellKind::Words, "What it is for"},
    {"tensor", "tensor", CellKind::Words, "The first name that the recorded program gave it"},
    {"where", "where", CellKind::Words, "What the program was doing"},
    {"stream", "stream", CellKind::Words, "The stream of its segment"},
    {"pool", "pool", CellKind::Words, "The pool of its segment"},
    {"address", "address", CellKind::Address, "Where it begins"},
    {"segment", "segment", CellKind::Address, "Where its segment begins"},
    {"free_completed", "completed at", CellKind::Event, "When it was back in its pool: free_completed"},
}};

std::uint64_t orNothing(const std::optional<std::uint64_t>& value)
{
    return value.value_or(RowSource::nothing);
}

} // namespace

std::span<const TableColumn> AllocationRows::columns() const
{
    return allocationColumns;
}

std::size_t AllocationRows::size() const
{
    return m_facts->attribution->allocations.size();
}

std::uint64_t AllocationRows::value(std::size_t row, std::size_t column) const
{
    const Allocation& allocation = m_facts->allocation(row);
    const KnownSegment* segment = m_facts->places.segment(row);
    // `nothing` is also Allocation's word for what did not happen.
    static_assert(nothing == Allocation::never && nothing == Allocation::beforeRecording);
    switch (column) {
    case Born:
        return allocation.event;
    case FreeRequested:
        return allocation.freeEvent;
    case FreeCompleted:
        return m_facts->places.completed[row];
    case Life:
        return orNothing(m_facts->lifeEvents(row));
    case LifeTime:
        return orNothing(m_facts->lifeUs(row));
    case Size:
        return allocation.bytes;
    case Requested:
        return allocation.requested == 0 ? nothing : allocation.requested;
    case Stream:
        return segment ? segment->stream : nothing;
    case Pool:
        return segment ? segment->pool : nothing;
    case Segment:
        return segment ? segment->address : nothing;
    case Address:
        return allocation.address;
    case Category:
        return static_cast<std::uint64_t>(allocation.category);
    case Tensor:
        return allocation.labelCount == 0 ? nothing
                                          : m_facts->attribution->labels[allocation.firstLabel].name.value;
    case Where:
        return allocation.context.value;
    default:
        return nothing;
    }
}

std::uint64_t AllocationRows::textCount(std::size_t column) const
{
    switch (column) {
    case Stream:
        return std::max<std::size_t>(m_facts->about().streams.size(), 1);
    case Pool:
        return std::max<std::size_t>(m_facts->about().pools.size(), 1);
    case Category:
        return memoryCategoryCount;
    case Tensor:
        return m_facts->tables().strings.size();
    case Where:
        return m_facts->tables().contexts.size();
    default:
        return 0;
    }
}

std::string AllocationRows::text(std::size_t column, std::uint64_t number) const
{
    const auto index = static_cast<std::uint32_t>(number);
    switch (column) {
    case Stream:
        return streamWords(m_facts->about(), static_cast<StreamSlot>(number));
    case Pool:
        return poolWords(m_facts->about(), static_cast<PoolSlot>(number));
    case Category:
        return std::string(nameOf(static_cast<MemoryCategory>(number)));
    case Tensor:
        return oneLine(m_facts->tables().strings[StringIndex{index}]);
    case Where:
        return contextWords(m_facts->tables(), ContextIndex{index});
    default:
        return {};
    }
}

std::string AllocationRows::searchedText(std::size_t column, std::uint64_t number) const
{
    if (column != Where)
        return text(column, number);
    return searchedContext(m_facts->tables(), ContextIndex{static_cast<std::uint32_t>(number)});
}

std::optional<AddressRange> AllocationRows::addresses(std::size_t row) const
{
    return AddressRange{m_facts->allocation(row).address, m_facts->allocation(row).bytes};
}

bool AllocationRows::isHeldBy(std::size_t row, const MemoryFilter& filter) const
{
    return ChosenAllocations(*m_facts, {filter, {}}).hold(row);
}

std::vector<bool> AllocationRows::heldRows(const MemoryFilter& filter, const std::stop_token& stop) const
{
    return ChosenAllocations(*m_facts, {filter, {}}).all(stop);
}

bool AllocationRows::isIn(std::size_t row, const EventRange& range) const
{
    return m_facts->isIn(row, range);
}

// Just after the event that made it, where it is alive.
RowPlace AllocationRows::placeOf(std::size_t row) const
{
    const Allocation& allocation = m_facts->allocation(row);
    const bool isOld = allocation.event == Allocation::beforeRecording;
    return {isOld ? 0 : allocation.event + 1, allocation.address};
}

std::optional<std::size_t> AllocationRows::rowAt(
    std::uint64_t position, std::optional<std::uint64_t> address) const
{
    return address ? m_facts->allocationAt(position, *address) : std::nullopt;
}

std::string AllocationRows::whyEmpty() const
{
    return m_facts->history().eventCount() == 0
        ? "This file tells no events of the device, and nothing was allocated when it was saved."
        : "Nothing was allocated while this was recorded, and nothing before.";
}

} // namespace tidemark
