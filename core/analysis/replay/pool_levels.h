// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/memory_stats.h"
#include "core/analysis/replay/heap.h"

#include <array>

namespace tidemark {

// The figures of memory_stats() at one moment, of both pools together, the small and the large one.
using PoolLevels = std::array<Level, 3>; // by StatPool

// Counted anew, block by block. A segment belongs to the small pool when it has that pool's size.
PoolLevels poolLevelsOf(const Heap& heap);

std::int64_t figureOf(const Level& level, StatKind kind);
inline std::int64_t figureOf(const PoolLevels& levels, StatKind kind, StatPool pool)
{
    return figureOf(levels[static_cast<std::size_t>(pool)], kind);
}

// What changed from one moment to another is added to `pool`.
void addDifference(Level& pool, const Level& before, const Level& after);

} // namespace tidemark
