// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/holders/alive_allocations.h"
#include "core/analysis/holders/held_allocations.h"
#include "core/analysis/replay/event_range.h"
#include "core/analysis/tables/allocation_places.h"

#include <memory>

namespace tidemark {

// Which allocations are counted: those that a filter holds, and of these, where a range is given, those that
// were there in it.
struct AllocationChoice {
    MemoryFilter filter;
    std::optional<EventRange> within;

    bool isAll() const { return filter.isAll() && !within; }
    bool operator==(const AllocationChoice&) const = default;
};

// What the tables of allocations, segments and stacks are made from. Immutable once made. Which of the
// allocations a choice holds: ChosenAllocations.
struct AllocationFacts {
    std::shared_ptr<const AnalyzedRecording> recording;
    std::size_t device = 0;
    std::shared_ptr<const Attribution> attribution;
    std::shared_ptr<const AliveAllocations> alive;
    AllocationPlaces places;

    const Recording& tables() const { return recording->recording; }
    const Device& about() const { return tables().devices[device]; }
    const DeviceHistory& history() const { return recording->histories[device]; }
    const Allocation& allocation(std::size_t place) const { return attribution->allocations[place]; }

    std::optional<std::uint64_t> lifeEvents(std::size_t place) const
    {
        return lifeInEvents(allocation(place));
    }
    std::optional<std::uint64_t> lifeUs(std::size_t place) const
    {
        return lifeInUs(allocation(place), about());
    }
    bool isIn(std::size_t place, const EventRange& range) const
    {
        return range.meets(allocation(place).event, allocation(place).freeEvent);
    }
    // The allocation that is alive at a position and holds the address.
    std::optional<std::size_t> allocationAt(std::uint64_t position, std::uint64_t address) const;
};

// Follows the whole device, twice. Null: stopped.
std::shared_ptr<const AllocationFacts> allocationFacts(
    std::shared_ptr<const AnalyzedRecording> recording, std::size_t device, const std::stop_token& stop = {});

// The same where the allocations are known.
std::shared_ptr<const AllocationFacts> allocationFacts(std::shared_ptr<const AnalyzedRecording> recording,
    std::size_t device, std::shared_ptr<const Attribution> attribution,
    std::shared_ptr<const AliveAllocations> alive, const std::stop_token& stop = {});

} // namespace tidemark
