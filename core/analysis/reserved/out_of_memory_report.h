// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/context_name.h"
#include "core/analysis/reserved/composition.h"
#include "core/analysis/reserved/segment_reason.h"

#include <optional>
#include <vector>

namespace tidemark {

// What stood in the way of a request for which no memory was found, the most certain first.
enum class OomCause : std::uint8_t {
    MoreThanThereIs, // more than the device has, or the limit allows, in all
    HeldElsewhere, // a free block that was large enough belonged to another stream or pool
    Fragmented, // its own pool and stream had enough free, but in pieces
    Scattered, // free memory that live blocks keep from the device would have made up what was lacking
    OthersHold, // others on the device hold more than this process, and without them it would have fitted
    UnknownLimit, // a limit that the recording does not tell, so what it left is not known
    TooMuchHeld, // live blocks: no order of them would have left enough
    Unexplained, // the driver refused although it reported enough, and no limit is told that did
};

enum class Certainty : std::uint8_t { No, Yes, Unknown };

// Live blocks that were allocated at one place of the program.
struct MemoryHolder {
    ContextName name; // empty: no stack was recorded
    ContextIndex context; // of the largest block
    std::uint64_t bytes = 0;
    std::uint64_t blocks = 0;
    std::uint64_t address = 0; // of the largest block
};

// A segment whose live blocks keep free memory of it from being returned.
struct PinnedFree {
    std::uint64_t address = 0; // of the segment
    std::uint64_t freeBytes = 0;
    std::uint64_t liveBytes = 0;
    std::uint32_t liveBlocks = 0;
    BlockInfo largest; // of the live blocks
};

// All that a recording tells of one `oom`. PyTorch writes it once it has given its cache back and tried again
// in vain (CUDACachingAllocator::malloc), so the state at the event is the one after that. Bytes.
struct OutOfMemoryReport {
    std::size_t event = 0; // place in the device's trace
    // What was asked for, and why no free block served, looked through before the cache went back. Only
    // what `reason.isKnown` says is known of the request; the rest below holds anyway.
    SegmentReason reason;

    std::uint64_t driverFree = 0; // as the driver reported it
    std::uint64_t capacity = 0; // of the device; 0: not told
    std::uint64_t limit = 0; // on what this process may reserve; 0: none, or not told
    std::uint64_t requestedByLive = 0; // by the live blocks
    std::uint64_t allocated = 0;
    std::uint64_t active = 0;
    std::uint64_t reserved = 0;
    std::uint64_t others = 0; // capacity less driverFree less reserved: context, libraries, other processes
    FreeMemory freeInPool; // of the request's pool and stream, at the event
    FreeMemory free; // of all pools and streams, at the event
    std::uint64_t givenBack = 0; // by the allocator, before it gave up
    std::uint64_t stillReturnable = 0; // what an empty_cache() at the event would return

    bool isLimited = false; // a limit refused it, not the device
    std::uint64_t room = 0; // what could still be reserved, at least
    bool isRoomKnown = true; // false: a limit is in force that the recording does not tell
    std::uint64_t lacking = 0; // of the segment beyond `room`, where that is known
    // Had all free bytes lain together: within its own pool and stream; and given back to the device.
    bool servedByOwnFree = false;
    Certainty servedDefragmented = Certainty::Unknown;
    OomCause cause = OomCause::Unexplained;

    std::vector<MemoryHolder> holders; // most bytes first; all of them, they sum to `active`
    std::vector<PinnedFree> pinned; // most free bytes first

    // What the process could have reserved at that moment, at least: the limit under which other settings
    // are worth a try.
    std::uint64_t roomInAll() const { return reserved + room; }
};

// The positions (see DeviceHistory) just after each `oom` among the events from `begin` on, in order.
std::vector<std::size_t> outOfMemoryPositions(const EventColumns& events, std::size_t begin = 0);

// Of an `oom` of the device; any other event is refused in words, which count events from one.
Expected<OutOfMemoryReport> outOfMemoryReport(
    const Recording& recording, std::size_t deviceIndex, const DeviceHistory& history, std::size_t event);

} // namespace tidemark
