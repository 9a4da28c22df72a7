// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/memory_stats.h"

#include <string_view>

namespace tidemark {

namespace {

constexpr std::array<std::string_view, MemoryStats::kindCount> kindNames = {"allocation", "segment", "active",
    "inactive_split", "allocated_bytes", "reserved_bytes", "active_bytes", "inactive_split_bytes",
    "requested_bytes"};
constexpr std::array<std::string_view, 3> poolNames = {"all", "small_pool", "large_pool"};

using Flat = std::vector<std::pair<std::string, std::int64_t>>;

void appendStat(Flat& flat, const std::string& name, const Stat& stat)
{
    flat.emplace_back(name + ".allocated", stat.allocated);
    flat.emplace_back(name + ".current", stat.current);
    flat.emplace_back(name + ".freed", stat.freed);
    flat.emplace_back(name + ".peak", stat.peak);
}

} // namespace

void MemoryStats::resetPeak()
{
    for (auto& pools : stats)
        for (Stat& stat : pools)
            stat.resetPeak();
    oversizeAllocations.resetPeak();
    oversizeSegments.resetPeak();
}

void MemoryStats::resetAccumulated()
{
    for (auto& pools : stats)
        for (Stat& stat : pools)
            stat.resetAccumulated();
    oversizeAllocations.resetAccumulated();
    oversizeSegments.resetAccumulated();
    numAllocRetries = 0;
    numOoms = 0;
    numSyncAllStreams = 0;
    numDeviceAlloc = 0;
    numDeviceFree = 0;
}

std::vector<std::pair<std::string, std::int64_t>> MemoryStats::flattened() const
{
    Flat flat;
    for (std::size_t kind = 0; kind < kindCount; ++kind)
        for (std::size_t pool = 0; pool < poolNames.size(); ++pool)
            appendStat(
                flat, std::string(kindNames[kind]) + '.' + std::string(poolNames[pool]), stats[kind][pool]);
    appendStat(flat, "oversize_allocations", oversizeAllocations);
    appendStat(flat, "oversize_segments", oversizeSegments);
    flat.emplace_back("num_alloc_retries", numAllocRetries);
    flat.emplace_back("num_ooms", numOoms);
    flat.emplace_back("num_sync_all_streams", numSyncAllStreams);
    flat.emplace_back("num_device_alloc", numDeviceAlloc);
    flat.emplace_back("num_device_free", numDeviceFree);
    flat.emplace_back("max_split_size", maxSplitSize);
    std::sort(flat.begin(), flat.end());
    return flat;
}

} // namespace tidemark
