// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/holders/alive_allocations.h"
#include "core/analysis/replay/memory_filter.h"
#include "core/analysis/tables/allocation_places.h"

#include <memory>

namespace tidemark {

// Zero where the later moment is before the earlier one. Times of a broken file may lie any distance apart.
inline std::uint64_t microsecondsBetween(std::int64_t earlier, std::int64_t later)
{
    return later > earlier ? static_cast<std::uint64_t>(later) - static_cast<std::uint64_t>(earlier) : 0;
}

// What the tables of allocations, segments and stacks are made from. Immutable once made.
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

    // In events, and in microseconds; none while it is not freed, or began before the recording, or where
    // there are no times.
    std::optional<std::uint64_t> lifeEvents(std::size_t place) const;
    std::optional<std::uint64_t> lifeUs(std::size_t place) const;
    bool isHeldBy(std::size_t place, const MemoryFilter& filter) const;
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
