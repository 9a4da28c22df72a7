// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/fragmentation.h"

#include "core/analysis/replay/expandable_pages.h"

#include <algorithm>
#include <map>

namespace tidemark {

namespace {

bool isFree(const SegmentList& list, const SegmentInfo& segment)
{
    const auto blocks = list.blocksOf(segment);
    return std::all_of(blocks.begin(), blocks.end(),
        [](const BlockInfo& block) { return block.state == BlockState::Inactive; });
}

void addFree(UnusedSplit& split, std::uint64_t bytes, std::uint64_t returnable, bool isOthers)
{
    if (isOthers) {
        split.otherStreams += bytes;
        split.otherStreamsWholeFree += returnable;
        return;
    }
    split.wholeFree += returnable;
    split.pinned += bytes - returnable;
}

void addUsed(UnusedSplit& split, const BlockInfo& block)
{
    if (block.state == BlockState::ActivePendingFree) {
        split.waiting += block.size;
        return;
    }
    const std::uint64_t asked = std::min(block.requestedSize, block.size);
    split.requested += asked;
    split.rounding += block.size - asked;
}

} // namespace

Fragmentation fragmentationOf(const SegmentList& list, StreamSlot asking, const AllocatorSettings& settings)
{
    Fragmentation result;
    result.asking = asking;
    std::map<FreeKey, PoolFragmentation> pools;
    for (const SegmentInfo& segment : list.segments) {
        PoolFragmentation& pool = pools[keyOf(segment)];
        pool.reserved += segment.totalSize;
        result.split.reserved += segment.totalSize;
        const bool isWhole = !segment.isExpandable && isFree(list, segment);
        for (const BlockInfo& block : list.blocksOf(segment)) {
            if (block.state != BlockState::Inactive) {
                addUsed(result.split, block);
                continue;
            }
            pool.free.add(block.size);
            result.free.add(block.size);
            const std::uint64_t returnable = segment.isExpandable
                ? wholePages(segment, block, settings).size()
                : isWhole ? block.size
                          : 0;
            addFree(result.split, block.size, returnable, segment.stream != asking);
        }
    }
    for (auto& [key, pool] : pools) {
        pool.key = key;
        result.pools.push_back(pool);
    }
    return result;
}

StreamSlot askingStream(const Device& device, std::size_t position)
{
    const auto& actions = device.events.action();
    for (std::size_t i = std::min(position, actions.size()); i > 0; --i) {
        if (actions[i - 1] == Action::Alloc || actions[i - 1] == Action::Oom)
            return device.events.stream()[i - 1];
    }
    return 0;
}

bool isBeingFreed(const Device& device, std::size_t position, std::uint64_t address)
{
    if (position == 0 || position >= device.events.size())
        return false;
    const Event before = device.events[position - 1];
    const Event behind = device.events[position];
    return before.action == Action::FreeRequested && before.address == address
        && behind.action == Action::FreeCompleted && behind.address == address;
}

} // namespace tidemark
