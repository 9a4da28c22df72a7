// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/caching_allocator.h"
#include "core/allocator/host_memory.h"
#include "core/base/bytes.h"

#include <benchmark/benchmark.h>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

using namespace tidemark;

constexpr std::uint64_t size = 4 * kibibyte;

class CountingSink : public AllocatorEventSink {
public:
    void onEvent(const AllocatorEvent& event) noexcept override
    {
        ++m_count;
        m_bytes += event.size;
    }
    std::uint64_t count() const { return m_count; }

private:
    std::uint64_t m_count = 0;
    std::uint64_t m_bytes = 0;
};

void pairs(benchmark::State& state, AllocatorEventSink* sink)
{
    HostMemory memory;
    CachingAllocator allocator(memory, {}, sink);
    allocator.free(allocator.allocate(size, 0).value_or(0));
    for (auto _ : state) {
        const auto address = allocator.allocate(size, 0);
        benchmark::DoNotOptimize(address);
        allocator.free(address.value_or(0));
    }
}

void cachedPair(benchmark::State& state)
{
    pairs(state, nullptr);
}
BENCHMARK(cachedPair);

void cachedPairWithEvents(benchmark::State& state)
{
    CountingSink sink;
    pairs(state, &sink);
    state.counters["events"] =
        benchmark::Counter(static_cast<double>(sink.count()), benchmark::Counter::kAvgIterations);
}
BENCHMARK(cachedPairWithEvents);

void mallocPair(benchmark::State& state)
{
    for (auto _ : state) {
        void* const memory = std::malloc(size);
        benchmark::DoNotOptimize(memory);
        std::free(memory);
    }
}
BENCHMARK(mallocPair);

// Pairs among many live blocks of mixed sizes, in no order: a long training's heap rather than a warm corner.
void pairs(benchmark::State& state, const AllocatorSettings& settings)
{
    HostMemory memory;
    CachingAllocator allocator(memory, settings, nullptr);
    std::mt19937 random(1);
    std::vector<std::uint64_t> live(static_cast<std::size_t>(state.range(0)));
    const auto take = [&] { return allocator.allocate(1 + random() % (64 * kibibyte), 0).value_or(0); };
    for (std::uint64_t& address : live)
        address = take();
    for (auto _ : state) {
        std::uint64_t& address = live[random() % live.size()];
        allocator.free(address);
        address = take();
    }
}

void pairInAFullHeap(benchmark::State& state)
{
    pairs(state, AllocatorSettings());
}
BENCHMARK(pairInAFullHeap)->Arg(1000)->Arg(100000);

void pairInAnExpandableHeap(benchmark::State& state)
{
    AllocatorSettings settings;
    settings.expandableSegments = true;
    pairs(state, settings);
}
BENCHMARK(pairInAnExpandableHeap)->Arg(1000)->Arg(100000);

} // namespace

BENCHMARK_MAIN();
