// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/device_history.h"
#include "core/analysis/replay/memory_filter.h"
#include "core/base/progress.h"

#include <array>
#include <stop_token>
#include <utility>

namespace tidemark {

// Allocated, active and reserved memory of a part of a device, over its events: exactly the sums over the
// segments that the filter holds at each position (see DeviceHistory). Grows with the device's events; a copy
// is a cheap snapshot for other threads.
//
// Of a filter of allocations it is made by heldCurves(), and does not grow: which allocations are held may
// change with every event. It has no reserved curve then, and that of active stands in its place.
class FilteredHistory {
public:
    using Sums = std::array<std::int64_t, curveCount>; // by Curve

    explicit FilteredHistory(const MemoryFilter& filter = {})
        : m_filter(filter)
    { }
    FilteredHistory(const MemoryFilter& filter, const Sums& initial, std::array<Pyramid, curveCount> curves)
        : m_filter(filter)
        , m_sums(initial)
        , m_initial(initial)
        , m_curves(std::move(curves))
    { }

    const MemoryFilter& filter() const { return m_filter; }
    bool hasReserved() const { return m_filter.allocations.isAll(); }

    // Follows the events that `history`, which belongs to the device, has followed and this has not; at most
    // `most` of them. True when none are left.
    bool advance(const Device& device, const DeviceHistory& history, std::size_t most = SIZE_MAX);

    std::size_t eventCount() const { return m_curves[0].size(); }
    // Value by event: curve(c)[k] holds just after event k.
    const Pyramid& curve(Curve curve) const { return m_curves[static_cast<std::size_t>(curve)]; }
    std::int64_t initial(Curve curve) const { return m_initial[static_cast<std::size_t>(curve)]; }

private:
    enum class Held : std::uint8_t { Nothing, No, Yes }; // by the filter; Nothing: there is no segment
    static Sums sumsOf(const Level& level);
    Sums countAnew(const HeapState& state) const;
    void follow(const Event& event, std::uint64_t number);
    Held heldAt(std::uint64_t address) const;

    MemoryFilter m_filter;
    HeapState m_state{AllocatorSettings{}};
    Sums m_sums = {}; // at eventCount()
    Sums m_initial = {};
    std::array<Pyramid, curveCount> m_curves;
};

// All of it. False in `isComplete`: stopped.
struct FilteredCurves {
    FilteredHistory history;
    bool isComplete = true;
};
FilteredCurves filteredCurves(const Device& device, const DeviceHistory& history, const MemoryFilter& filter,
    Progress* progress = nullptr, const std::stop_token& stop = {});

} // namespace tidemark
