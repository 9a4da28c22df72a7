// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/caching_allocator.h"
#include "core/allocator/simulated_memory.h"

#include <random>
#include <set>
#include <vector>

namespace tidemark::tests {

// TIDEMARK_SEED=N repeats a run.
unsigned randomSeed();

// Does random things to an allocator. The choices depend on the seed and on what the allocator answered, not
// on addresses.
class RandomProgram {
public:
    struct Options {
        std::uint64_t limit = 0;
        SimulatedMemory* streams = nullptr; // whose streams it lets finish
        std::vector<AllocatorSettings> settings = {}; // it changes between, beginning with the first
        bool usesPools = false;
        bool borrowsOnOom = false;
        unsigned seed = randomSeed();
    };

    RandomProgram(CachingAllocator& allocator, Options options);

    void step();

    // What is in force after the last step.
    const AllocatorSettings& settings() const { return m_options.settings[m_settings]; }
    const std::set<std::uint64_t>& neverSplitPools() const { return m_neverSplit; } // PoolId::second

private:
    static constexpr unsigned streamCount = 3;

    template <class Count>
    unsigned pick(Count count)
    {
        return static_cast<unsigned>(m_random() % static_cast<unsigned>(count));
    }

    std::uint64_t size();
    PoolId pool() { return m_pools[pick(m_pools.size())]; }
    void poolStep();
    void begin();
    void end();
    void replacePool();
    void allocateOne();
    void keep(const tl::expected<std::uint64_t, OutOfMemory>& address);
    void freeOne();

    CachingAllocator& m_allocator;
    Options m_options;
    std::mt19937 m_random;
    std::vector<std::uint64_t> m_live;
    std::vector<std::uint64_t> m_freed; // the last few
    std::vector<PoolId> m_pools;
    std::vector<PoolId> m_begun;
    std::set<std::uint64_t> m_neverSplit;
    std::size_t m_settings = 0;
    bool m_isGrowing = true;
};

} // namespace tidemark::tests
