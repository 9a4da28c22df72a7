// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/attribution.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace tidemark {

// A segment from its first event to its last. Of an expandable segment, one contiguous mapped run: one that
// joins the run below it ends there.
struct KnownSegment {
    static constexpr std::uint64_t beforeRecording = UINT64_MAX;
    static constexpr std::uint64_t never = UINT64_MAX;

    std::uint64_t address = 0;
    std::uint64_t bytes = 0; // at its largest
    std::uint64_t mapped = 0; // of them, those that are there at the end; 0: it went
    std::uint64_t begin = beforeRecording; // the event that brought it
    std::uint64_t end = never; // the event that took it away
    std::uint64_t allocations = 0; // that began in it
    ContextIndex context;
    StreamSlot stream = 0;
    PoolSlot pool = 0;
    bool isLarge = false;
    bool isExpandable = false;

    bool isThereAt(std::uint64_t position) const
    {
        return (begin == beforeRecording || begin < position) && (end == never || end >= position);
    }
};

// Where the allocations of a device lie, and when their memory came back to the pool. By place in
// Attribution::allocations.
struct AllocationPlaces {
    static constexpr std::uint32_t noSegment = UINT32_MAX;

    std::vector<KnownSegment> segments; // those from before the recording by address, then by event
    std::vector<std::uint32_t> segmentOf; // place in `segments`, when it began
    std::vector<std::uint64_t> completed; // the free_completed event; Allocation::never

    std::vector<std::uint32_t> byAddress; // places in `segments`, by address
    std::uint64_t largest = 0; // bytes of the largest segment

    // The segment that holds an address at a position: its place in `segments`, or `noSegment`.
    std::uint32_t segmentAt(std::uint64_t address, std::uint64_t position) const;
    const KnownSegment* segment(std::size_t allocation) const
    {
        return segmentOf[allocation] == noSegment ? nullptr : &segments[segmentOf[allocation]];
    }
};

// Replays the device once. None: stopped.
std::optional<AllocationPlaces> allocationPlaces(const Device& device, const DeviceHistory& history,
    const Attribution& attribution, const std::stop_token& stop = {});

} // namespace tidemark
