// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/reserved/device_call.h"
#include "core/analysis/reserved/free_search.h"

#include <optional>
#include <vector>

namespace tidemark {

// Why memory was given back directly before.
enum class ReleaseCause : std::uint8_t {
    None, // nothing was
    EmptyCache, // by the program: it is marked, or a block that would have served went with it
    Pressure, // by the allocator: what it needed would have passed the device's capacity, or it failed
    Partly, // by the allocator: releasable memory stayed (garbage collection, or max_split_size_mb)
    Unknown, // an empty_cache, or the allocator under pressure: a trace does not tell them apart
};

// The stretch of a segment that holds enough bytes for the request with the fewest of them live.
struct PinnedPlace {
    std::uint64_t begin = 0; // addresses
    std::uint64_t end = 0;
    std::uint64_t freeBytes = 0;
    std::uint64_t liveBytes = 0;
    std::vector<BlockInfo> pins; // the live blocks in it, the first few by address
    std::size_t pinCount = 0;
};

// A segment's free tail, and what would have had to be mapped behind it.
struct GrowablePlace {
    FreePlace tail;
    std::uint64_t growth = 0; // bytes, whole pages
};

// What an `oom` says, and what follows from it.
struct OomFacts {
    std::uint64_t driverFree = 0; // bytes, as the driver reported
    std::uint64_t reserved = 0;
    std::uint64_t mostReserved = 0; // ever before: a limit is not below it
    std::uint64_t stillReleasable = 0; // whole free segments that the allocator did not give back
    std::uint64_t lacking = 0; // bytes by which the driver had too few
    std::uint64_t limit = 0; // on what this process may reserve; 0: none, or not told

    // Whether a limit stood in the way of a segment, not the device.
    bool isLimited(std::uint64_t segmentSize) const
    {
        return limit > 0 ? reserved + segmentSize > limit : lacking == 0;
    }
};

// Why memory had to be got from the device. Bytes.
struct SegmentReason {
    DeviceCall call;
    bool isKnown = false; // the request is: the alloc behind is in the recording. Else only `call` counts
    std::uint64_t requested = 0; // 0 for an oom, which tells only the rounded size
    std::uint64_t rounded = 0;
    std::uint64_t segmentSize = 0; // got for it, or needed for it
    FreeRequest request;

    std::size_t searched = 0; // the position (see DeviceHistory) at which free blocks were looked through
    bool isAfterWait = false; // a block came back only when the allocator, in need, waited for the streams;
                              // it does not look again then
    std::optional<FreePlace> unexplained; // a block that PyTorch's rules would have taken
    std::optional<NearMiss> refused; // the best block of its own pool and stream
    std::vector<NearMiss> elsewhere; // blocks that would have served elsewhere
    FreeMemory free; // of its pool and stream
    FreeMemory freeInAll;
    std::uint64_t waiting = 0; // of its pool and stream: freed, not back yet
    std::uint64_t waitingPiece = 0; // the piece that they would leave, where it would have been enough
    std::optional<PinnedPlace> pinned;
    std::optional<GrowablePlace> growable; // what an expandable segment would have done, where that is less
    ReleaseCause releases = ReleaseCause::None;
    std::optional<OomFacts> oom;

    // Enough was free in the request's pool and stream, but not in one piece.
    bool isFragmented() const { return free.bytes >= rounded && free.largest < rounded; }
};

// Of a segment_alloc, segment_map, oom, or an alloc that one of them served. Follows from the state just
// before and PyTorch's rules under the recording's settings. `history` belongs to the device.
Expected<SegmentReason> whySegment(
    const Recording& recording, std::size_t deviceIndex, const DeviceHistory& history, std::size_t event);

inline Expected<SegmentReason> whySegment(
    const AnalyzedRecording& analyzed, std::size_t device, std::size_t event)
{
    return whySegment(analyzed.recording, device, analyzed.histories[device], event);
}

} // namespace tidemark
