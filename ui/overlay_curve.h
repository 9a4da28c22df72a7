// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/curves/pyramid.h"

#include <QString>
#include <cstdint>

namespace tidemark::ui {

// What a further curve shows; decides its colour and dashes.
enum class OverlayRole : std::uint8_t {
    SimulatedReserved,
    SimulatedActive,
    TotalFree,
    LargestFree,
    OtherReserved, // of the recording that the shown one is compared with
    OtherAllocated,
};

// A curve that lies over the recorded ones, on the same events: what other settings would have reserved, say.
// A plain value; copies share their memory.
struct OverlayCurve {
    OverlayRole role = OverlayRole::SimulatedReserved;
    QString name; // in legend and readout
    std::int64_t initial = 0; // bytes before the first event
    Pyramid values; // bytes by event of the device, as in DeviceHistory::curve; may end before it

    // `position` as in DeviceHistory.
    std::int64_t valueAt(std::size_t position) const
    {
        const std::size_t known = position < values.size() ? position : values.size();
        return known == 0 ? initial : values[known - 1];
    }
};

// Whose curves they are: each owner sets and takes away its own.
enum class OverlayOwner : std::uint8_t { WhatIf, Fragmentation, Comparison };
inline constexpr std::size_t overlayOwnerCount = 3;

} // namespace tidemark::ui
