// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of free memory, and why a segment was needed, on a made-up recording.
#include "core/analysis/reserved/fragmentation_curves.h"
#include "core/analysis/reserved/segment_reason.h"
#include "core/base/bytes.h"

#include <benchmark/benchmark.h>
#include <random>

using namespace tidemark;

namespace {

constexpr std::uint64_t base = 0x7f0000000000;
constexpr std::uint64_t segmentSize = 20 * mebibyte;
constexpr std::uint64_t segments = 300;
constexpr std::size_t eventsPerLargeSegment = 10000;

struct Place {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    bool isFirst = false; // of its segment
    bool isLive = false;
};

// Segments of 20 MiB, each cut into 4 to 12 places of its own size.
std::vector<Place> placesOf()
{
    std::vector<Place> places;
    for (std::uint64_t i = 0; i < segments; ++i) {
        const std::uint64_t count = 4 + i % 9;
        const std::uint64_t size = (segmentSize - i * 512) / count / 512 * 512;
        for (std::uint64_t k = 0; k < count; ++k)
            places.push_back({base + i * segmentSize + k * size, size, k == 0, false});
    }
    return places;
}

// Places taken and freed at random; now and then a segment for which nothing free is large enough.
Recording randomRecording(std::size_t events)
{
    Recording recording;
    Device& device = recording.devices.emplace_back();
    device.history = History::Whole;
    const auto add = [&](Action action, std::uint64_t address, std::uint64_t bytes) {
        device.events.append({0, address, bytes, {}, 0, 0, action});
    };
    for (std::uint64_t i = 0; i < segments; ++i)
        add(Action::SegmentAlloc, base + i * segmentSize, segmentSize);
    std::vector<Place> places = placesOf();
    std::mt19937_64 random(1);
    std::uint64_t next = base + segments * segmentSize + gibibyte;
    std::size_t lastLarge = 0;
    while (device.events.size() < events) {
        if (device.events.size() - lastLarge >= eventsPerLargeSegment) {
            add(Action::SegmentAlloc, next, 30 * mebibyte);
            lastLarge = device.events.size();
            add(Action::Alloc, next, 30 * mebibyte);
            next += 30 * mebibyte;
            continue;
        }
        const std::size_t i = random() % places.size();
        Place& place = places[i];
        if (place.isLive) {
            add(Action::FreeRequested, place.address, place.size);
            add(Action::FreeCompleted, place.address, place.size);
        } else if (place.isFirst || places[i - 1].isLive) {
            add(Action::Alloc, place.address, place.size);
        } else {
            continue;
        }
        place.isLive = !place.isLive;
    }
    return recording;
}

const AnalyzedRecording& millionEvents()
{
    static const AnalyzedRecording analyzed = analyze(randomRecording(1000000));
    return analyzed;
}

void curves(benchmark::State& state)
{
    const AnalyzedRecording& analyzed = millionEvents();
    const std::optional<FreeKey> only =
        state.range(0) != 0 ? std::optional(FreeKey{0, true, 0}) : std::optional<FreeKey>();
    for (auto _ : state)
        benchmark::DoNotOptimize(
            fragmentationCurves(analyzed, 0, only ? MemoryFilter(*only) : MemoryFilter()).largest.size());
    state.SetItemsProcessed(state.iterations() * 1000000);
}

void reason(benchmark::State& state)
{
    const AnalyzedRecording& analyzed = millionEvents();
    const auto& actions = analyzed.recording.devices[0].events.action();
    std::vector<std::size_t> events;
    for (std::size_t i = segments; i < actions.size(); ++i) {
        if (actions[i] == Action::SegmentAlloc)
            events.push_back(i);
    }
    std::size_t next = 0;
    for (auto _ : state) {
        const auto why = whySegment(analyzed, 0, events[next++ % events.size()]);
        if (!why || !why->isKnown || why->unexplained) {
            state.SkipWithError("no reason");
            return;
        }
        benchmark::DoNotOptimize(why->free.bytes);
    }
}

} // namespace

BENCHMARK(curves)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(reason)->Unit(benchmark::kMillisecond);
BENCHMARK_MAIN();
