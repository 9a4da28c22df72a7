// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/attribution.h"
#include "core/analysis/replay/filtered_history.h"

namespace tidemark::ui {

// The allocations that a filter holds, in the same order.
Attribution heldBy(const MemoryFilter& filter, const Attribution& attribution);

} // namespace tidemark::ui
