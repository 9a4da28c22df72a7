// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/reserved/segment_reason.h"

namespace tidemark {

// Of one pool and stream: where `rounded` bytes lie together with the fewest of them live, however many
// segments have to be looked through; none where no segment is large enough.
std::optional<PinnedPlace> bestPinnedPlace(const SegmentList& list, const FreeRequest& request);

// The largest free tail of a segment that would have needed less than `segmentSize` more to hold the request.
std::optional<GrowablePlace> bestGrowablePlace(const SegmentList& list, const FreeRequest& request,
    std::uint64_t segmentSize, const AllocatorSettings& settings);

// The largest piece that would be free in the request's pool and stream were the blocks back that are freed
// and wait; 0 where they add to none.
std::uint64_t pieceWithWaiting(const SegmentList& list, const FreeRequest& request);

} // namespace tidemark
