// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/pool_levels.h"

namespace tidemark {

namespace {

constexpr std::array<std::int64_t Level::*, MemoryStats::kindCount> levelFigures = {&Level::allocation,
    &Level::segment, &Level::active, &Level::inactiveSplit, &Level::allocatedBytes, &Level::reservedBytes,
    &Level::activeBytes, &Level::inactiveSplitBytes, &Level::requestedBytes}; // by StatKind

void countBlock(Level& level, const HeapBlock& block, bool isSplit)
{
    const auto size = static_cast<std::int64_t>(block.size);
    if (block.isFree()) {
        const bool counts = isSplit && !block.isExpandable;
        level.inactiveSplit += counts ? 1 : 0;
        level.inactiveSplitBytes += counts ? size : 0;
        return;
    }
    level.active += 1;
    level.activeBytes += size;
    level.requestedBytes += static_cast<std::int64_t>(block.requestedSize);
    if (block.state == BlockState::ActiveAllocated) {
        level.allocation += 1;
        level.allocatedBytes += size;
    }
}

} // namespace

PoolLevels poolLevelsOf(const Heap& heap)
{
    PoolLevels levels;
    levels[0] = heap.level();
    std::size_t pool = 0;
    for (auto place = heap.firstBlock(); !heap.isEnd(place); place = heap.nextBlock(place)) {
        const HeapBlock& block = heap.block(place);
        if (block.startsSegment) {
            const HeapSegment* segment = heap.segmentAt(block.address);
            pool = static_cast<std::size_t>(segment && segment->isLarge ? StatPool::Large : StatPool::Small);
            levels[pool].reservedBytes += segment ? static_cast<std::int64_t>(segment->size) : 0;
            levels[pool].segment += segment && !segment->isExpandable ? 1 : 0;
        }
        countBlock(levels[pool], block, heap.before(place).has_value() || heap.behind(place).has_value());
    }
    return levels;
}

std::int64_t figureOf(const Level& level, StatKind kind)
{
    return level.*levelFigures[static_cast<std::size_t>(kind)];
}

void addDifference(Level& pool, const Level& before, const Level& after)
{
    for (const auto figure : levelFigures)
        pool.*figure += after.*figure - before.*figure;
}

} // namespace tidemark
