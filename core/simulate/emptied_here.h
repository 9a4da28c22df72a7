// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/device_history.h"
#include "core/simulate/what_if.h"

#include <optional>

namespace tidemark {

// What one more empty_cache() would have done.
struct EmptiedHere {
    std::int64_t returned = 0; // bytes
    // The first position at which as much is reserved again as in the recorded run; none: never.
    std::optional<std::size_t> regrown;
};

// `simulation` is a run under the recorded settings with the cache emptied at `position` of the recording.
EmptiedHere emptiedHere(const DeviceHistory& recorded, const Simulation& simulation, std::size_t position);

} // namespace tidemark
