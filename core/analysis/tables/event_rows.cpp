// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/event_rows.h"

#include "core/analysis/tables/chosen_allocations.h"
#include "core/analysis/tables/row_words.h"

#include <algorithm>
#include <array>

namespace tidemark {

namespace {

constexpr std::array<TableColumn, EventRows::ColumnCount> eventColumns = {{
    {"event", "event", CellKind::Event, "The event's place in the trace"},
    {"time", "time", CellKind::Time, "Since the device's first event"},
    {"action", "action", CellKind::Words, "What the allocator did, in PyTorch's words"},
    {"address", "address", CellKind::Address, "Of the block or the segment"},
    {"size", "size", CellKind::Bytes, "Bytes asked for; of segments and maps, bytes got from the driver"},
    {"stream", "stream", CellKind::Words, "The stream it was on"},
    {"pool", "pool", CellKind::Words, "The pool, where the recording tells it"},
    {"where", "where", CellKind::Words, "What the program was doing"},
}};

bool hasPlace(Action action)
{
    return action != Action::Oom && action != Action::Snapshot && action != Action::UserDefined
        && action != Action::Unknown;
}

constexpr std::size_t actionCount = static_cast<std::size_t>(Action::Unknown) + 1;

} // namespace

EventRows::EventRows(std::shared_ptr<const AnalyzedRecording> recording, std::size_t device,
    std::shared_ptr<const AllocationFacts> facts)
    : m_recording(std::move(recording))
    , m_device(device)
    , m_facts(std::move(facts))
{
    if (!this->device().events.empty())
        m_firstUs = this->device().events.timeUs()[0];
}

std::span<const TableColumn> EventRows::columns() const
{
    return eventColumns;
}

std::size_t EventRows::size() const
{
    return m_recording->histories[m_device].eventCount();
}

std::uint64_t EventRows::value(std::size_t row, std::size_t column) const
{
    const EventColumns& events = device().events;
    const Action action = events.action()[row];
    switch (column) {
    case Number:
        return row;
    case Time:
        return m_firstUs == 0 ? nothing : microsecondsBetween(m_firstUs, events.timeUs()[row]);
    case What:
        return static_cast<std::uint64_t>(action);
    case Address:
        return hasPlace(action) ? events.address()[row] : nothing;
    case Size:
        return events.sizes()[row];
    case Stream:
        return hasPlace(action) ? events.stream()[row] : nothing;
    case Pool:
        return poolOf(row);
    case Where:
        return events.context()[row].value;
    default:
        return nothing;
    }
}

std::uint64_t EventRows::poolOf(std::size_t row) const
{
    if (const KnownSegment* segment = segmentOf(row))
        return segment->pool;
    const Event event = m_recording->histories[m_device].followed(device(), row);
    // In a device with several pools the first one may also mean that the event does not tell.
    const bool isTold = event.pool != 0 || device().pools.size() <= 1;
    return hasPlace(event.action) && isTold ? event.pool : nothing;
}

std::uint64_t EventRows::textCount(std::size_t column) const
{
    switch (column) {
    case What:
        return actionCount;
    case Stream:
        return std::max<std::size_t>(device().streams.size(), 1);
    case Pool:
        return std::max<std::size_t>(device().pools.size(), 1);
    case Where:
        return recording().contexts.size();
    default:
        return 0;
    }
}

std::string EventRows::text(std::size_t column, std::uint64_t number) const
{
    switch (column) {
    case What:
        return std::string(actionName(static_cast<Action>(number)));
    case Stream:
        return streamWords(device(), static_cast<StreamSlot>(number));
    case Pool:
        return poolWords(device(), static_cast<PoolSlot>(number));
    case Where:
        return contextWords(recording(), ContextIndex{static_cast<std::uint32_t>(number)});
    default:
        return {};
    }
}

std::string EventRows::searchedText(std::size_t column, std::uint64_t number) const
{
    if (column != Where)
        return text(column, number);
    return searchedContext(recording(), ContextIndex{static_cast<std::uint32_t>(number)});
}

std::optional<AddressRange> EventRows::addresses(std::size_t row) const
{
    const EventColumns& events = device().events;
    if (!hasPlace(events.action()[row]))
        return std::nullopt;
    return AddressRange{events.address()[row], std::max<std::uint64_t>(events.sizes()[row], 1)};
}

// Just after the event, or just before one that took it away.
const KnownSegment* EventRows::segmentOf(std::size_t row) const
{
    const EventColumns& events = device().events;
    if (!m_facts || !hasPlace(events.action()[row]))
        return nullptr;
    const AllocationPlaces& places = m_facts->places;
    std::uint32_t place = places.segmentAt(events.address()[row], row + 1);
    if (place == AllocationPlaces::noSegment)
        place = places.segmentAt(events.address()[row], row);
    return place == AllocationPlaces::noSegment ? nullptr : &places.segments[place];
}

bool EventRows::isHeldBy(std::size_t row, const MemoryFilter& filter) const
{
    if (const KnownSegment* segment = segmentOf(row))
        return filter.holds(*segment);
    const Event event = m_recording->histories[m_device].followed(device(), row);
    return hasPlace(event.action) && !filter.isLarge && (!filter.stream || event.stream == *filter.stream)
        && (!filter.pool || event.pool == *filter.pool);
}

std::vector<bool> EventRows::heldRows(const MemoryFilter& filter, const std::stop_token& stop) const
{
    if (filter.allocations.isAll())
        return {};
    std::vector<bool> held(size());
    const auto add = [&held](std::uint64_t event) {
        if (event < held.size())
            held[event] = true;
    };
    if (!m_facts)
        return held;
    const std::vector<bool> allocations = ChosenAllocations(*m_facts, {filter, {}}).all(stop);
    for (std::size_t i = 0; i < allocations.size(); ++i) {
        if (!allocations[i])
            continue;
        add(m_facts->allocation(i).event);
        add(m_facts->allocation(i).freeEvent);
        add(m_facts->places.completed[i]);
    }
    return held;
}

bool EventRows::isIn(std::size_t row, const EventRange& range) const
{
    return range.holds(row);
}

RowPlace EventRows::placeOf(std::size_t row) const
{
    RowPlace place;
    place.position = row + 1;
    if (hasPlace(device().events.action()[row]))
        place.address = device().events.address()[row];
    return place;
}

std::optional<std::size_t> EventRows::rowAt(std::uint64_t position, std::optional<std::uint64_t>) const
{
    if (position == 0 || position > size())
        return std::nullopt;
    return position - 1;
}

std::string EventRows::whyEmpty() const
{
    if (std::string notYet = notYetWords(recording(), device()); !notYet.empty())
        return notYet;
    return "This file tells no events of the device, only the state that was saved. "
           "torch.cuda.memory._record_memory_history() before the run keeps them.";
}

} // namespace tidemark
