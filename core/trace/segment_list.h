// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/pool_id.h"
#include "core/base/strong_index.h"
#include "core/trace/event_columns.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tidemark {

enum class BlockState : std::uint8_t {
    Inactive, // free: "inactive"
    ActiveAllocated, // held by the program: "active_allocated"
    ActivePendingFree, // freed by the program, another stream still uses it: "active_pending_free"
};

std::string_view blockStateName(BlockState state);
std::optional<BlockState> blockStateFromName(std::string_view name);

struct BlockInfo {
    // The block was there before the first event, or nobody knows when it was born.
    static constexpr std::uint64_t noEvent = ~std::uint64_t(0);

    std::uint64_t address = 0;
    std::uint64_t size = 0; // bytes given
    std::uint64_t requestedSize = 0; // bytes asked for; meaningless while Inactive
    std::uint64_t allocEvent =
        noEvent; // the `alloc` that made it; for free blocks the `free_completed` that left it
    ContextIndex context; // of its allocation; none while Inactive
    BlockState state = BlockState::Inactive;
};

struct SegmentInfo {
    std::uint64_t address = 0;
    std::uint64_t totalSize = 0; // bytes got from the driver
    std::uint32_t firstBlock = 0; // its blocks are SegmentList::blocks[firstBlock, firstBlock + blockCount)
    std::uint32_t blockCount = 0;
    ContextIndex context; // of the segment_alloc
    StreamSlot stream = 0;
    PoolSlot pool = 0;
    bool isLarge = false; // PyTorch's segment_type
    bool isExpandable = false;
};

// Every segment and block of one device at one moment: segments by address, blocks by address and without
// gaps.
struct SegmentList {
    std::vector<SegmentInfo> segments;
    std::vector<BlockInfo> blocks;

    std::span<const BlockInfo> blocksOf(const SegmentInfo& segment) const
    {
        return std::span(blocks).subspan(segment.firstBlock, segment.blockCount);
    }
};

} // namespace tidemark
