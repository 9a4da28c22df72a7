// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/device_history.h"
#include "core/simulate/check.h"

#include <vector>

namespace tidemark {

// What a run leaves behind: each includes those before it.
enum class Keep : std::uint8_t {
    Figures,
    Curves, // Simulation::curves
    Events, // Simulation::device
};

// A recorded program under other settings.
struct WhatIf {
    RunSettings run;
    // After so many events of the trace the cache is emptied, beside the calls that the recorded program
    // made. Sorted.
    std::vector<std::size_t> emptyCacheAt;
    // Where the policy takes the very memory that the trace shows, it gets the recorded addresses. Else all
    // are invented, and ties between free blocks of one size may go another way.
    bool usesRecordedAddresses = false;
    Keep keep = Keep::Curves;
};

// An allocation that the settings leave no memory for. It is dropped with its free, and the program goes on.
struct SimulatedOom {
    std::uint64_t event = 0; // of the recording
    OutOfMemory why;
};

struct Simulation {
    RunFigures figures;
    std::vector<SimulatedOom> ooms; // the first thousand
    std::uint64_t recordedOoms = 0; // requests that the recorded run was refused,
    std::uint64_t servedOoms = 0; // and those of them that are served now (and freed at once)
    // Bytes after each event of the recording, so that they lie over its own curves.
    std::array<Pyramid, curveCount> curves;
    // The run's own trace, for a DeviceHistory; origins[k] is the event of the recording that its event k
    // belongs to, never decreasing.
    Device device;
    Column<std::uint64_t> origins;
    bool isComplete = true; // false: stopped

    const Pyramid& curve(Curve curve) const { return curves[static_cast<std::size_t>(curve)]; }
    // The position in `device` that shows the state at a position of the recording.
    std::size_t positionOf(std::size_t recordedPosition) const;
};

// Runs the program with other settings. `device` is the one that `checked` was made from.
Simulation simulate(
    const Device& device, const CheckedProgram& checked, const WhatIf& whatIf, const Watch& watch = {});

} // namespace tidemark
