// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_settings.h"
#include "core/analysis/reserved/free_memory.h"
#include "core/trace/recording.h"

#include <cstddef>
#include <vector>

namespace tidemark {

// The memory of one pool and stream: all that a request there can be served from without a new segment.
struct PoolFragmentation {
    FreeKey key;
    std::uint64_t reserved = 0; // bytes
    FreeMemory free;
};

// What is reserved and not asked for by a block that the program holds, by what keeps it unused. Bytes,
// without rest: reserved - requested = pinned + wholeFree + otherStreams + waiting + rounding.
struct UnusedSplit {
    std::uint64_t reserved = 0;
    std::uint64_t requested = 0; // by blocks that the program holds; not by those it has freed
    std::uint64_t pinned = 0; // free beside live blocks, in segments of the asking stream
    std::uint64_t wholeFree = 0; // whole free segments (expandable: pages) of the asking stream
    std::uint64_t otherStreams = 0; // free in segments of other streams, which the asking one cannot use
    std::uint64_t otherStreamsWholeFree = 0; // part of otherStreams: empty_cache returns it
    std::uint64_t waiting = 0; // freed by the program, not back in its pool yet
    std::uint64_t rounding = 0; // given to blocks that the program holds beyond what they asked for
};

// Fragmentation at one moment.
struct Fragmentation {
    StreamSlot asking = 0; // for whom `split` is made
    FreeMemory free; // of the whole device
    std::vector<PoolFragmentation> pools; // by pool, small before large, by stream
    UnusedSplit split;
};

// Of the settings counts the large segment size: the large page of expandable segments.
Fragmentation fragmentationOf(
    const SegmentList& list, StreamSlot asking, const AllocatorSettings& settings = {});

// The stream that made the last request at a position (see DeviceHistory), in vain or not; stream 0 when
// there was none.
StreamSlot askingStream(const Device& device, std::size_t position);

// Whether the block at `address` is only on its way from `free_requested` to the `free_completed` that
// follows at once: it waits for no stream then. PyTorch writes the two as neighbours unless another stream
// uses the block.
bool isBeingFreed(const Device& device, std::size_t position, std::uint64_t address);

} // namespace tidemark
