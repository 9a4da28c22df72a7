// SPDX-License-Identifier: GPL-3.0-or-later
// Replay, the state at any moment, and the curves of one frame, on made-up recordings.
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/curves/curve_columns.h"
#include "core/analysis/holders/attribution.h"
#include "core/analysis/replay/initial_state.h"

#include <benchmark/benchmark.h>
#include <map>
#include <random>

using namespace tidemark;

namespace {

// 2400 places of equal size in segments of 20 MiB, each taken and freed at random, so that every alloc cuts a
// free block and most frees merge. Made without an allocator, so that ten million events take a moment.
Device randomDevice(std::size_t events)
{
    constexpr std::uint64_t segmentSize = 20 * 1024 * 1024;
    constexpr std::uint64_t placesInSegment = 8;
    constexpr std::uint64_t size = segmentSize / placesInSegment;
    constexpr std::uint64_t places = 2400;
    constexpr std::uint64_t base = 0x7f0000000000;
    Device device;
    device.history = History::Whole;
    std::int64_t timeUs = 1755000000000000;
    const auto add = [&](Action action, std::uint64_t address, std::uint64_t bytes) {
        Event event;
        event.timeUs = timeUs += 7;
        event.address = address;
        event.size = bytes;
        event.action = action;
        device.events.append(event);
    };
    for (std::uint64_t i = 0; i < places / placesInSegment; ++i)
        add(Action::SegmentAlloc, base + i * segmentSize, segmentSize);
    std::mt19937_64 random(1);
    std::vector<bool> isLive(places, false);
    while (device.events.size() < events) {
        const std::uint64_t place = random() % places;
        const std::uint64_t address = base + place * size;
        const bool isFront = place % placesInSegment == 0 || isLive[place - 1]; // of what is free
        if (isLive[place]) {
            add(Action::FreeRequested, address, size);
            add(Action::FreeCompleted, address, size);
        } else if (isFront) {
            add(Action::Alloc, address, size);
        } else {
            continue;
        }
        isLive[place] = !isLive[place];
    }
    return device;
}

const Device& deviceOf(std::int64_t events)
{
    static std::map<std::int64_t, Device> devices;
    const auto [found, isNew] = devices.try_emplace(events);
    if (isNew)
        found->second = randomDevice(static_cast<std::size_t>(events));
    return found->second;
}

const DeviceHistory& historyOf(std::int64_t events)
{
    static std::map<std::int64_t, DeviceHistory> histories;
    const auto [found, isNew] = histories.try_emplace(events);
    if (isNew)
        found->second.advance(deviceOf(events));
    return found->second;
}

void replay(benchmark::State& state)
{
    const Device& device = deviceOf(state.range(0));
    std::uint64_t contradictions = 0;
    for (auto _ : state) {
        DeviceHistory history;
        history.advance(device);
        contradictions = history.contradictions();
        benchmark::DoNotOptimize(history);
    }
    state.counters["events"] = benchmark::Counter(
        static_cast<double>(device.events.size()), benchmark::Counter::kIsIterationInvariantRate);
    state.counters["contradictions"] = static_cast<double>(contradictions);
}

// With a label for every second allocation, and a step for every thousand events.
void attribution(benchmark::State& state)
{
    AnalyzedRecording analyzed;
    analyzed.recording.devices.push_back(deviceOf(state.range(0)));
    Device& device = analyzed.recording.devices.front();
    for (std::size_t i = 0; i < device.events.size(); ++i) {
        TensorLabel label;
        label.event = i + 1;
        label.address = device.events.address()[i];
        label.category = MemoryCategory::Activation;
        if (device.events.action()[i] == Action::Alloc && i % 2 == 0)
            device.tensors.push_back(label);
    }
    for (std::uint64_t begin = 0; begin < device.events.size(); begin += 1000) {
        Annotation step;
        step.startEvent = begin;
        step.endEvent = begin + 900;
        step.kind = AnnotationKind::Step;
        analyzed.recording.annotations.push_back(step);
    }
    analyzed.histories.emplace_back().advance(device);
    for (auto _ : state)
        benchmark::DoNotOptimize(attribute(analyzed.recording, 0, analyzed.histories[0]));
    state.counters["events"] = benchmark::Counter(
        static_cast<double>(device.events.size()), benchmark::Counter::kIsIterationInvariantRate);
}

void rebuildBeginning(benchmark::State& state)
{
    Device device = deviceOf(state.range(0));
    device.after = historyOf(state.range(0)).segmentsAt(device, device.events.size());
    for (auto _ : state)
        benchmark::DoNotOptimize(rebuildInitialState(device, {}));
    state.counters["events"] = benchmark::Counter(
        static_cast<double>(device.events.size()), benchmark::Counter::kIsIterationInvariantRate);
}

void stateAtRandomPosition(benchmark::State& state)
{
    const Device& device = deviceOf(state.range(0));
    const DeviceHistory& history = historyOf(state.range(0));
    std::mt19937_64 random(2);
    for (auto _ : state)
        benchmark::DoNotOptimize(history.segmentsAt(device, random() % (device.events.size() + 1)));
}

// Just before a checkpoint: the longest way.
void stateAtWorstPosition(benchmark::State& state)
{
    const Device& device = deviceOf(state.range(0));
    const DeviceHistory& history = historyOf(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(history.segmentsAt(device, 8192 * 3 - 1));
}

// Three curves in 1920 columns over the whole, or over the share 1/range(1) of it.
void curvesOfOneFrame(benchmark::State& state, TimeAxis axis)
{
    const Device& device = deviceOf(state.range(0));
    const DeviceHistory& history = historyOf(state.range(0));
    const double whole = axisValue(device, axis, device.events.size());
    AxisWindow window = {axis, whole / 3, whole / 3 + whole / static_cast<double>(state.range(1)), 1920};
    if (state.range(1) == 1)
        window = {axis, 0, whole, 1920};
    for (auto _ : state) {
        const auto borders = columnBorders(device, history.eventCount(), window);
        for (const Curve curve : {Curve::Allocated, Curve::Active, Curve::Reserved})
            benchmark::DoNotOptimize(curveColumns(history, curve, borders));
    }
}

void copyForAnotherThread(benchmark::State& state)
{
    const DeviceHistory& history = historyOf(state.range(0));
    for (auto _ : state) {
        DeviceHistory copy = history;
        benchmark::DoNotOptimize(copy);
    }
}

} // namespace

BENCHMARK(replay)->Arg(1000000)->Arg(10000000)->Unit(benchmark::kMillisecond);
BENCHMARK(attribution)->Arg(1000000)->Arg(10000000)->Unit(benchmark::kMillisecond);
BENCHMARK(rebuildBeginning)->Arg(1000000)->Unit(benchmark::kMillisecond);
BENCHMARK(stateAtRandomPosition)->Arg(1000000)->Arg(10000000)->Unit(benchmark::kMillisecond);
BENCHMARK(stateAtWorstPosition)->Arg(1000000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(curvesOfOneFrame, events, TimeAxis::Events)
    ->ArgsProduct({{1000000, 10000000}, {1, 10, 1000}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(curvesOfOneFrame, time, TimeAxis::Time)
    ->ArgsProduct({{1000000, 10000000}, {1, 10, 1000}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(copyForAnotherThread)->Arg(1000000)->Unit(benchmark::kMillisecond);
BENCHMARK_MAIN();
