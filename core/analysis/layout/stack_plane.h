// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/alive_allocations.h"
#include "core/analysis/layout/id_plane.h"

#include <span>

namespace tidemark {

// Allocated memory over time as PyTorch's viewer stacks it (the active memory timeline of MemoryViz.js): one
// band an allocation, the oldest at the bottom, and where one is freed those above sink. A column shows the
// stack at its moment; its height is the allocated curve's value there, to the byte. Rows count from the
// bottom of the stack. (PyTorch's viewer lets a band live until free_completed; here it ends with allocated,
// at free_requested, as the curve does.)
//
// All allocations are in it. The cost of a column is that of its pixels and of what changed since the column
// before: never that of all allocations that there are. `moments` are positions that never decrease.
// Incomplete where `stop` ends it.
IdPlane stackPlane(const Attribution& attribution, const AliveAllocations& alive,
    std::span<const std::size_t> moments, const ByteRows& rows, const std::stop_token& stop = {});

} // namespace tidemark
