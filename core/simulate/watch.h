// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"

#include <stop_token>

namespace tidemark {

// How a long run is watched and ended. Both may be left out.
struct Watch {
    // Counts events of the trace. Runs that share one add to `done`; who starts them sets `total`.
    Progress* progress = nullptr;
    std::stop_token stop;
};

} // namespace tidemark
