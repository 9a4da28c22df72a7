// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/device_history.h"
#include "core/analysis/reserved/free_memory.h"
#include "core/base/progress.h"
#include "core/trace/recording.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace tidemark {

// One allocation of a device, from its event to the end of its life. Positions as in DeviceHistory.
struct Allocation {
    static constexpr std::uint64_t beforeRecording = UINT64_MAX;
    static constexpr std::uint64_t never = UINT64_MAX;
    static constexpr std::uint32_t noLabel = UINT32_MAX;

    std::uint64_t event = beforeRecording; // the alloc event
    std::uint64_t freeEvent = never; // the event that ends allocated: free_requested, or free_completed where
                                     // there is no other
    std::uint64_t address = 0;
    std::uint64_t bytes = 0; // as the allocated curve counts it: rounded
    std::uint64_t requested = 0; // 0 where the recording does not tell
    ContextIndex context;
    std::uint32_t firstLabel = noLabel; // place in Attribution::labels
    std::uint32_t labelCount = 0;
    MemoryCategory category = MemoryCategory::Unexplained;
    DataType dataType = DataType::Unknown; // of its first label
    // False: `event` is no alloc that made it. Events are missing there, and this is the rest of a block that
    // was cut, or what the allocator itself reported at the end.
    bool isTold = true;
    FreeKey home; // the stream and pool of its segment, as they were when it began

    bool isAliveAt(std::uint64_t position) const
    {
        return (event == beforeRecording || event < position)
            && (freeEvent == never || freeEvent >= position);
    }
};

// Every allocation of a device and what it is for. Its sums at any position are the allocated curve's value.
// Plain columns: immutable once made, for workers and views alike.
struct Attribution {
    std::vector<Allocation> allocations; // those from before the recording first, then by event
    std::vector<TensorLabel> labels; // grouped by allocation, in each by event
    bool hasLabels = false; // false: the recording has none, and categories are guessed from contexts alone
    // How much of the device it tells of; 0 events: it cannot be gone on with.
    std::size_t eventsFollowed = 0;
    std::size_t labelsFollowed = 0;

    std::span<const TensorLabel> labelsOf(const Allocation& allocation) const;
    // The allocation that the alloc event began; null when that event is none.
    const Allocation* madeBy(std::uint64_t event) const;
};

// Follows the whole device. `stop` ends it early: then what comes later is not there. `progress` counts
// events, beyond what it has counted before, and may be null.
Attribution attribute(const Recording& recording, std::size_t device, const DeviceHistory& history,
    const std::stop_token& stop = {}, Progress* progress = nullptr);

// The same of a device that has grown since `earlier` was made of it: only the events since then are
// followed, unless what came since tells of what was followed already.
Attribution attributeFurther(const Attribution& earlier, const Recording& recording, std::size_t device,
    const DeviceHistory& history, const std::stop_token& stop = {}, Progress* progress = nullptr);

} // namespace tidemark
