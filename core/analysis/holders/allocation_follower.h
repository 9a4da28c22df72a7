// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/attribution.h"

#include <boost/unordered/unordered_flat_map.hpp>

namespace tidemark {

// Lists a device's allocations by replay: each begins and ends where the allocated curve says so, also where
// events contradict each other or are missing.
class AllocationFollower {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    // Begins before the first event; or behind the first `followed` ones, whose allocations are listed. All
    // three must outlive this.
    AllocationFollower(const Device& device, const DeviceHistory& history,
        std::vector<Allocation>& allocations, std::size_t followed = 0);

    std::size_t position() const { return m_position; } // events followed
    void advance(); // follows the event at the position
    // The place in `allocations` of the one whose block begins at the address, or covers it; `none` when
    // that memory is not allocated now.
    std::uint32_t liveAt(std::uint64_t address) const;

private:
    void goOn();
    void follow(const Event& event);
    void begin(const HeapBlock& block, std::uint64_t event, bool isTold);
    void end(std::uint32_t allocation);
    void settle();

    const Device& m_device;
    const DeviceHistory& m_history;
    std::vector<Allocation>& m_allocations;
    HeapState m_state;
    std::size_t m_position = 0;
    std::int64_t m_liveBytes = 0;
    boost::unordered_flat_map<std::uint64_t, std::uint32_t> m_live; // by address
};

} // namespace tidemark
