// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

// One figure of torch.cuda.memory_stats(): c10::CachingAllocator::Stat.
struct Stat {
    std::int64_t current = 0;
    std::int64_t peak = 0;
    std::int64_t allocated = 0; // sum of all increases
    std::int64_t freed = 0; // sum of all decreases

    void increase(std::int64_t amount)
    {
        current += amount;
        peak = std::max(peak, current);
        allocated += amount;
    }
    void decrease(std::int64_t amount)
    {
        current -= amount;
        freed += amount;
    }
    void resetPeak() { peak = current; }
    void resetAccumulated() { allocated = freed = 0; }
    bool operator==(const Stat&) const = default;
};

enum class StatPool : std::uint8_t { All, Small, Large };

enum class StatKind : std::uint8_t {
    Allocation,
    Segment,
    Active,
    InactiveSplit,
    AllocatedBytes,
    ReservedBytes,
    ActiveBytes,
    InactiveSplitBytes,
    RequestedBytes,
};

// All of memory_stats() of one device; counts, and bytes where the name says so.
struct MemoryStats {
    static constexpr std::size_t kindCount = 9;
    std::array<std::array<Stat, 3>, kindCount> stats = {}; // [StatKind][StatPool]
    Stat oversizeAllocations;
    Stat oversizeSegments;
    std::int64_t numAllocRetries = 0;
    std::int64_t numOoms = 0;
    std::int64_t numSyncAllStreams = 0;
    std::int64_t numDeviceAlloc = 0;
    std::int64_t numDeviceFree = 0;
    std::int64_t maxSplitSize = -1; // -1: unlimited

    const Stat& of(StatKind kind, StatPool pool = StatPool::All) const
    {
        return stats[static_cast<std::size_t>(kind)][static_cast<std::size_t>(pool)];
    }
    Stat& of(StatKind kind, StatPool pool = StatPool::All)
    {
        return stats[static_cast<std::size_t>(kind)][static_cast<std::size_t>(pool)];
    }

    // In both `all` and the small or large pool.
    void increase(StatKind kind, bool isSmall, std::int64_t amount)
    {
        of(kind).increase(amount);
        of(kind, isSmall ? StatPool::Small : StatPool::Large).increase(amount);
    }
    void decrease(StatKind kind, bool isSmall, std::int64_t amount)
    {
        of(kind).decrease(amount);
        of(kind, isSmall ? StatPool::Small : StatPool::Large).decrease(amount);
    }
    // Up or down by a net amount; nothing at all when it is 0.
    void change(StatKind kind, bool isSmall, std::int64_t amount)
    {
        if (amount > 0)
            increase(kind, isSmall, amount);
        else if (amount < 0)
            decrease(kind, isSmall, -amount);
    }
    // Every peak becomes the current value.
    void resetPeak();
    // The sums and the plain counters start again; maxSplitSize stays.
    void resetAccumulated();

    // PyTorch's flat names and values, "allocated_bytes.all.current" and so on, sorted by name.
    std::vector<std::pair<std::string, std::int64_t>> flattened() const;
    bool operator==(const MemoryStats&) const = default;
};

} // namespace tidemark
