// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/attribution.h"
#include "core/analysis/replay/memory_filter.h"

#include <optional>
#include <stop_token>

namespace tidemark {

// Zero where the later moment is before the earlier one. Times of a broken file may lie any distance apart.
inline std::uint64_t microsecondsBetween(std::int64_t earlier, std::int64_t later)
{
    return later > earlier ? static_cast<std::uint64_t>(later) - static_cast<std::uint64_t>(earlier) : 0;
}

// How long an allocation lived; none while it is not freed, or where it began before the recording, or, in
// time, where the device's events have none.
std::optional<std::uint64_t> lifeInEvents(const Allocation& allocation);
std::optional<std::uint64_t> lifeInUs(const Allocation& allocation, const Device& device);

// Which allocations of a device a filter holds. The device must outlive it.
class HeldAllocations {
public:
    HeldAllocations(const MemoryFilter& filter, const Device& device)
        : m_filter(filter)
        , m_device(device)
    { }

    // As far as is known of it at the end of the attribution that it is from.
    bool hold(const Allocation& allocation) const;

private:
    MemoryFilter m_filter;
    const Device& m_device;
};

// Those that the filter holds, in the same order, with their labels. What was found is cut short where `stop`
// ends it.
Attribution heldBy(const MemoryFilter& filter, const Device& device, const Attribution& attribution,
    const std::stop_token& stop = {});

} // namespace tidemark
