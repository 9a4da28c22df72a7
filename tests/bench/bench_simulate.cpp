// SPDX-License-Identifier: GPL-3.0-or-later
// The simulator on a training of a million events, beside plain replay of the same trace.
#include "core/allocator/caching_allocator.h"
#include "core/allocator/simulated_memory.h"
#include "core/analysis/analyzed_recording.h"
#include "core/base/bytes.h"
#include "core/simulate/suggestion.h"
#include "core/trace/recording_builder.h"

#include <benchmark/benchmark.h>
#include <random>
#include <vector>

namespace {

using namespace tidemark;

class TraceWriter : public AllocatorEventSink {
public:
    explicit TraceWriter(Device& device)
        : m_device(device)
    { }
    void onEvent(const AllocatorEvent& event) noexcept override
    {
        m_device.events.append({.timeUs = 0,
            .address = event.address,
            .size = event.size,
            .context = {},
            .stream = RecordingBuilder::streamSlot(m_device, event.stream),
            .pool = 0,
            .action = event.action});
    }

private:
    Device& m_device;
};

// Steps of 170 activations, allocated in order and freed backward, each step a little longer or shorter.
Recording training(std::size_t events)
{
    constexpr std::size_t activations = 170;
    Recording recording;
    Device& device = recording.devices.emplace_back();
    device.history = History::Whole;
    TraceWriter writer(device);
    SimulatedMemory memory(std::uint64_t(1) << 40);
    CachingAllocator allocator(memory, {}, &writer);
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> live;
    while (device.events.size() < events) {
        const std::uint64_t length = 64 + random() % 64;
        for (std::size_t i = 0; i < activations; ++i) {
            live.push_back(allocator.allocate(length * (1 + i % 13) * 4096, 0).value_or(0));
            allocator.free(allocator.allocate(length * 512, 0).value_or(0));
        }
        for (; !live.empty(); live.pop_back())
            allocator.free(live.back());
    }
    return recording;
}

const Recording& million()
{
    static const Recording recording = training(1000000);
    return recording;
}

const CheckedProgram& checkedMillion()
{
    static const auto checked = *checkProgram(million(), 0);
    return *checked;
}

void replay(benchmark::State& state)
{
    for (auto _ : state) {
        DeviceHistory history;
        history.advance(million().devices[0]);
        benchmark::DoNotOptimize(history.eventCount());
    }
}
BENCHMARK(replay)->Unit(benchmark::kMillisecond);

void takeProgram(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(programOf(million().devices[0]).steps.size());
}
BENCHMARK(takeProgram)->Unit(benchmark::kMillisecond);

void check(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize((*checkProgram(million(), 0))->check.decisions);
}
BENCHMARK(check)->Unit(benchmark::kMillisecond);

void whatIf(benchmark::State& state)
{
    WhatIf settings;
    settings.run.settings = *AllocatorSettings::parse(state.range(1) == 0 ? "" : "expandable_segments:True");
    settings.keep = static_cast<Keep>(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(
            simulate(million().devices[0], checkedMillion(), settings).figures.peak.reserved);
}
BENCHMARK(whatIf)
    ->ArgsProduct({{0, 1, 2}, {0, 1}})
    ->ArgNames({"keep", "expandable"})
    ->Unit(benchmark::kMillisecond);

void suggestSettings(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(
            suggest(million(), 0, checkedMillion(), 0, {}, static_cast<unsigned>(state.range(0)))
                .trials.size());
}
BENCHMARK(suggestSettings)->Arg(1)->Arg(0)->ArgName("threads")->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
