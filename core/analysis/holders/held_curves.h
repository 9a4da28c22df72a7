// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/held_allocations.h"
#include "core/analysis/replay/filtered_history.h"

#include <optional>

namespace tidemark {

// The allocated and active curves of the allocations that a filter holds, alone (see MemoryFilter). Allocated
// is the sum of those alive, exactly, at every position. An allocation counts as active from its alloc until
// its block is back in its pool; blocks that waited for a stream before the first event belong to nobody that
// is known, and are in no such curve.
//
// `attribution` is that of the device as far as `history` has followed it. Replays nothing: it costs a sum an
// allocation and two an event, keeps 16 bytes an event, and takes 8 more while it works. None: stopped.
// `progress` counts steps, of which there are as many as `total` says.
std::optional<FilteredHistory> heldCurves(const Device& device, const DeviceHistory& history,
    const Attribution& attribution, const MemoryFilter& filter, Progress* progress = nullptr,
    const std::stop_token& stop = {});

} // namespace tidemark
