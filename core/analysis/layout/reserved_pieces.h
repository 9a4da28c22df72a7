// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/device_history.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace tidemark {

// A range of addresses that was reserved for a while: a segment, or what one event mapped of an expandable
// one. Positions as in DeviceHistory.
struct ReservedPiece {
    static constexpr std::uint64_t beforeRecording = UINT64_MAX;
    static constexpr std::uint64_t never = UINT64_MAX;

    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint64_t event = beforeRecording; // that brought it
    std::uint64_t freeEvent = never; // that took it away
    bool isExpandable = false;

    std::uint64_t end() const { return address + size; }
    bool isThereAt(std::uint64_t position) const
    {
        return (event == beforeRecording || event < position)
            && (freeEvent == never || freeEvent >= position);
    }
};

// All of a device, in the order in which they came. At any position those that are there do not overlap, and
// their bytes are the reserved curve's value. Where events contradict each other, or are missing, pieces end
// and begin as replay has them (see HeapState). Incomplete where `stop` ends it.
std::vector<ReservedPiece> reservedPieces(
    const Device& device, const DeviceHistory& history, const std::stop_token& stop = {});

} // namespace tidemark
