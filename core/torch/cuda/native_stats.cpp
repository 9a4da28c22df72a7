// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/cuda/native_stats.h"

#include <algorithm>
#include <c10/cuda/CUDACachingAllocator.h>

namespace tidemark {

namespace {

namespace native = c10::cuda::CUDACachingAllocator;

template <class NativeStat>
Stat statOf(const NativeStat& stat)
{
    return {stat.current, stat.peak, stat.allocated, stat.freed};
}

template <class NativeStats>
void copyPools(MemoryStats& stats, StatKind kind, const NativeStats& pools)
{
    using Type = c10::CachingAllocator::StatType;
    stats.of(kind, StatPool::All) = statOf(pools[static_cast<std::size_t>(Type::AGGREGATE)]);
    stats.of(kind, StatPool::Small) = statOf(pools[static_cast<std::size_t>(Type::SMALL_POOL)]);
    stats.of(kind, StatPool::Large) = statOf(pools[static_cast<std::size_t>(Type::LARGE_POOL)]);
}

AllocatorSegment segmentOf(const native::SegmentInfo& info)
{
    AllocatorSegment segment;
    segment.address = info.address;
    segment.totalSize = info.total_size;
    segment.stream = reinterpret_cast<std::uintptr_t>(info.stream);
    segment.isLarge = info.is_large;
    segment.isExpandable = info.is_expandable;
    segment.pool = {info.owner_private_pool_id.first, info.owner_private_pool_id.second};
    std::uint64_t address = info.address;
    for (const native::BlockInfo& block : info.blocks) {
        segment.blocks.push_back({address, block.size, block.requested_size, block.allocated, block.active});
        address += block.size;
    }
    return segment;
}

} // namespace

MemoryStats nativeStats(int device)
{
    const auto given = native::getDeviceStats(static_cast<c10::DeviceIndex>(device));
    MemoryStats stats;
    copyPools(stats, StatKind::Allocation, given.allocation);
    copyPools(stats, StatKind::Segment, given.segment);
    copyPools(stats, StatKind::Active, given.active);
    copyPools(stats, StatKind::InactiveSplit, given.inactive_split);
    copyPools(stats, StatKind::AllocatedBytes, given.allocated_bytes);
    copyPools(stats, StatKind::ReservedBytes, given.reserved_bytes);
    copyPools(stats, StatKind::ActiveBytes, given.active_bytes);
    copyPools(stats, StatKind::InactiveSplitBytes, given.inactive_split_bytes);
    copyPools(stats, StatKind::RequestedBytes, given.requested_bytes);
    stats.oversizeAllocations = statOf(given.oversize_allocations);
    stats.oversizeSegments = statOf(given.oversize_segments);
    stats.numAllocRetries = given.num_alloc_retries;
    stats.numOoms = given.num_ooms;
    stats.numSyncAllStreams = given.num_sync_all_streams;
    stats.numDeviceAlloc = given.num_device_alloc;
    stats.numDeviceFree = given.num_device_free;
    stats.maxSplitSize = given.max_split_size;
    return stats;
}

std::vector<AllocatorSegment> nativeSegments(int device)
{
    std::vector<AllocatorSegment> segments;
    for (const native::SegmentInfo& info : native::get()->snapshot({0, 0}, false).segments) {
        if (info.device == device)
            segments.push_back(segmentOf(info));
    }
    std::sort(segments.begin(), segments.end(),
        [](const AllocatorSegment& a, const AllocatorSegment& b) { return a.address < b.address; });
    return segments;
}

} // namespace tidemark
