// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/device_history.h"

#include <string>
#include <vector>

namespace tidemark {

// Where replay and the allocator itself say different things.
struct FigureDifference {
    std::string sample; // the name of the moment
    std::uint64_t event = 0; // holds before this event
    std::string name; // memory_stats()'s
    std::int64_t told = 0; // by the allocator
    std::int64_t replayed = 0;
};

// How replay compares with what a recording carries of the allocator's own figures.
struct FiguresCheck {
    std::size_t samples = 0; // moments at which memory_stats() was recorded
    std::size_t figures = 0; // of them, compared one by one
    std::vector<FigureDifference> differences;
    std::uint64_t contradictions = 0; // events that replay could not make sense of
    // The state after the last event, block by block: address, size, state, and the bytes asked for.
    bool hasFinalState = false;
    std::size_t finalBlocks = 0;
    std::size_t differingBlocks = 0; // that only one side has, or that differ

    bool isEqual() const { return differences.empty() && contradictions == 0 && differingBlocks == 0; }
};

// Compares at every sample the nine figures that a trace determines, and at the end every block.
FiguresCheck checkFigures(const Device& device, const DeviceHistory& history);

} // namespace tidemark
