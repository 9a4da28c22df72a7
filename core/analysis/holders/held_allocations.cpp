// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/held_allocations.h"

#include "core/analysis/holders/alive_allocations.h"

namespace tidemark {

namespace {

bool hasWholeLife(const Allocation& allocation)
{
    return allocation.event != Allocation::beforeRecording && allocation.freeEvent != Allocation::never;
}

} // namespace

std::optional<std::uint64_t> lifeInEvents(const Allocation& allocation)
{
    return hasWholeLife(allocation) ? std::optional(allocation.freeEvent - allocation.event) : std::nullopt;
}

std::optional<std::uint64_t> lifeInUs(const Allocation& allocation, const Device& device)
{
    const Column<std::int64_t>& times = device.events.timeUs();
    if (!hasWholeLife(allocation) || times[0] == 0)
        return std::nullopt;
    return microsecondsBetween(times[allocation.event], times[allocation.freeEvent]);
}

bool HeldAllocations::hold(const Allocation& allocation) const
{
    const AllocationFilter& wanted = m_filter.allocations;
    return m_filter.holds(allocation.home) && (!wanted.size || wanted.size->holds(allocation.bytes))
        && (!wanted.isNeverFreed || allocation.freeEvent == Allocation::never)
        && (!wanted.lifeEvents || wanted.lifeEvents->holds(lifeInEvents(allocation)))
        && (!wanted.lifeUs || wanted.lifeUs->holds(lifeInUs(allocation, m_device)));
}

Attribution heldBy(const MemoryFilter& filter, const Device& device, const Attribution& attribution,
    const std::stop_token& stop)
{
    constexpr std::size_t allocationsBetweenLooks = 65536;
    const HeldAllocations held(filter, device);
    std::vector<std::uint32_t> places;
    for (std::size_t i = 0; i < attribution.allocations.size(); ++i) {
        if (i % allocationsBetweenLooks == 0 && stop.stop_requested())
            break;
        if (held.hold(attribution.allocations[i]))
            places.push_back(static_cast<std::uint32_t>(i));
    }
    return onlyThese(attribution, places);
}

} // namespace tidemark
