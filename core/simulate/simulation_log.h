// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/what_if.h"

#include <span>

namespace tidemark {

// Writes down what an allocator does, event by event, on the axis of the recording.
class SimulationLog {
public:
    SimulationLog(const Device& recorded, Keep keep, Simulation& simulation);

    // What came of the call that the recording's events [first, first + count) tell of.
    void add(std::span<const AllocatorEvent> emitted, std::uint64_t first, std::uint64_t count);
    // Nothing more comes before the recording's event `end`.
    void fill(std::uint64_t end);

private:
    void change(const AllocatorEvent& event);
    void keepEvent(const AllocatorEvent& event, std::uint64_t origin);

    const Device& m_recorded;
    Keep m_keep;
    Simulation& m_simulation;
    std::array<std::int64_t, curveCount> m_level = {}; // by Curve
    std::uint64_t m_filled = 0; // values in the curves
};

} // namespace tidemark
