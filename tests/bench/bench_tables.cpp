// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of ten million rows: made, searched, sorted and filtered, and the curves of a filter.
#include "core/analysis/holders/held_curves.h"
#include "core/analysis/holders/held_over.h"
#include "core/analysis/tables/allocation_rows.h"
#include "core/analysis/tables/event_rows.h"
#include "core/analysis/tables/histogram.h"
#include "core/analysis/tables/row_order.h"
#include "core/analysis/tables/segment_rows.h"
#include "core/analysis/tables/stack_rows.h"
#include "core/trace/recording_builder.h"

#include <benchmark/benchmark.h>
#include <map>
#include <random>

using namespace tidemark;

namespace {

// Places of one size in segments of 20 MiB, taken and freed at random, from one of 500 stacks of three
// frames.
Recording randomRecording(std::size_t events)
{
    constexpr std::uint64_t segmentSize = 20 * 1024 * 1024;
    constexpr std::uint64_t places = 2400;
    constexpr std::uint64_t size = segmentSize / 8;
    constexpr std::uint64_t base = 0x7f0000000000;
    RecordingBuilder builder;
    std::vector<ContextIndex> contexts;
    for (int i = 0; i < 500; ++i) {
        StackIndex stack;
        for (int depth = 0; depth < 3; ++depth)
            stack = builder.stack(builder.frame({builder.string("layer" + std::to_string(i * (depth + 1))),
                                      builder.string("/home/user/model.py"), static_cast<std::uint32_t>(i)}),
                stack);
        Context context;
        context.stack = stack;
        contexts.push_back(builder.context(context));
    }
    Device& device = builder.recording().devices.emplace_back();
    device.history = History::Whole;
    std::mt19937_64 random(1);
    std::int64_t timeUs = 1755000000000000;
    const auto add = [&](Action action, std::uint64_t address, std::uint64_t bytes) {
        device.events.append(
            {timeUs += 7, address, bytes, contexts[random() % contexts.size()], 0, 0, action});
    };
    for (std::uint64_t i = 0; i < places / 8; ++i)
        add(Action::SegmentAlloc, base + i * segmentSize, segmentSize);
    std::vector<bool> isLive(places, false);
    while (device.events.size() < events) {
        const std::uint64_t place = random() % places;
        const std::uint64_t address = base + place * size;
        if (isLive[place]) {
            add(Action::FreeRequested, address, size);
            add(Action::FreeCompleted, address, size);
        } else if (place % 8 == 0 || isLive[place - 1]) {
            add(Action::Alloc, address, size - random() % 1024);
        } else {
            continue;
        }
        isLive[place] = !isLive[place];
    }
    return builder.snapshot();
}

const std::shared_ptr<const AnalyzedRecording>& recordingOf(std::int64_t events)
{
    static std::map<std::int64_t, std::shared_ptr<const AnalyzedRecording>> known;
    auto& found = known[events];
    if (!found)
        found = std::make_shared<const AnalyzedRecording>(
            analyze(randomRecording(static_cast<std::size_t>(events))));
    return found;
}

const std::shared_ptr<const AllocationFacts>& factsOf(std::int64_t events)
{
    static std::map<std::int64_t, std::shared_ptr<const AllocationFacts>> known;
    auto& found = known[events];
    if (!found)
        found = allocationFacts(recordingOf(events), 0);
    return found;
}

void count(benchmark::State& state, std::size_t rows)
{
    state.counters["rows"] =
        benchmark::Counter(static_cast<double>(rows), benchmark::Counter::kIsIterationInvariantRate);
}

// Of the events, which are rows as they are.
void openEvents(benchmark::State& state)
{
    const auto& recording = recordingOf(state.range(0));
    for (auto _ : state) {
        const EventRows rows(recording, 0);
        benchmark::DoNotOptimize(RowOrder::allOf(rows).size());
    }
}

void searchEvents(benchmark::State& state, const char* query)
{
    const EventRows rows(recordingOf(state.range(0)), 0);
    RowChoice choice;
    choice.query = parseQuery(query).value();
    std::size_t found = 0;
    for (auto _ : state)
        found = chosenRows(rows, choice)->size();
    count(state, rows.size());
    state.counters["found"] = static_cast<double>(found);
}

void sortEvents(benchmark::State& state, std::size_t column)
{
    const EventRows rows(recordingOf(state.range(0)), 0);
    RowChoice choice;
    choice.sorting = RowSorting{column, true};
    for (auto _ : state)
        benchmark::DoNotOptimize(chosenRows(rows, choice));
    count(state, rows.size());
}

// What the tables of allocations, segments and stacks need, once the allocations are known.
void placeAllocations(benchmark::State& state)
{
    const auto& known = factsOf(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(allocationPlaces(known->about(), known->history(), *known->attribution));
    count(state, known->history().eventCount());
}

void makeStacks(benchmark::State& state)
{
    const auto& known = factsOf(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(StackRows(known).size());
    count(state, known->attribution->allocations.size());
}

void countSizes(benchmark::State& state)
{
    const auto& known = factsOf(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(histogramOf(*known, HistogramOf::Size));
    count(state, known->attribution->allocations.size());
}

// What a click on a bar of the histogram costs, once the allocations are known: the curves of half of them.
void findFilteredCurves(benchmark::State& state)
{
    const auto& known = factsOf(state.range(0));
    MemoryFilter filter;
    filter.allocations.lifeEvents = AllocationFilter::Life{{1024, UINT64_MAX}, false};
    for (auto _ : state)
        benchmark::DoNotOptimize(
            heldCurves(known->about(), known->history(), *known->attribution, filter)->eventCount());
    count(state, known->history().eventCount());
}

void filterEvents(benchmark::State& state)
{
    const auto& known = factsOf(state.range(0));
    const EventRows rows(known->recording, 0, known);
    RowChoice choice;
    choice.filter.allocations.lifeEvents = AllocationFilter::Life{{1024, UINT64_MAX}, false};
    for (auto _ : state)
        benchmark::DoNotOptimize(chosenRows(rows, choice)->size());
    count(state, rows.size());
}

void listEventsInView(benchmark::State& state)
{
    const EventRows rows(recordingOf(state.range(0)), 0);
    RowChoice choice;
    choice.within = EventRange{rows.size() / 4, rows.size() / 2};
    for (auto _ : state)
        benchmark::DoNotOptimize(chosenRows(rows, choice)->size());
    count(state, rows.size());
}

void measureBytesTimesTime(benchmark::State& state)
{
    const auto& known = factsOf(state.range(0));
    const EventRange range{0, known->history().eventCount()};
    for (auto _ : state)
        benchmark::DoNotOptimize(
            heldOver(*known->attribution, known->about(), TimeAxis::Time, range).places.size());
    count(state, known->attribution->allocations.size());
}

void findRowOfSelection(benchmark::State& state)
{
    const AllocationRows rows(factsOf(state.range(0)));
    std::mt19937_64 random(2);
    for (auto _ : state) {
        const RowPlace place = rows.placeOf(random() % rows.size());
        benchmark::DoNotOptimize(rows.rowAt(*place.position, place.address));
    }
}

constexpr std::int64_t tenMillion = 10'000'000;

} // namespace

BENCHMARK(openEvents)->Arg(tenMillion);
BENCHMARK_CAPTURE(searchEvents, text, "layer499")->Arg(tenMillion)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(searchEvents, pattern, "/layer4[0-9]+ /")->Arg(tenMillion)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(searchEvents, address, "0x7f0000500123")->Arg(tenMillion)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(searchEvents, size, "2621000..2621100")->Arg(tenMillion)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sortEvents, size, std::size_t(EventRows::Size))
    ->Arg(tenMillion)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sortEvents, where, std::size_t(EventRows::Where))
    ->Arg(tenMillion)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(placeAllocations)->Arg(tenMillion)->Unit(benchmark::kMillisecond);
BENCHMARK(makeStacks)->Arg(tenMillion)->Unit(benchmark::kMillisecond);
BENCHMARK(countSizes)->Arg(tenMillion)->Unit(benchmark::kMillisecond);
BENCHMARK(findFilteredCurves)->Arg(tenMillion)->Unit(benchmark::kMillisecond);
BENCHMARK(filterEvents)->Arg(tenMillion)->Unit(benchmark::kMillisecond);
BENCHMARK(listEventsInView)->Arg(tenMillion)->Unit(benchmark::kMillisecond);
BENCHMARK(measureBytesTimesTime)->Arg(tenMillion)->Unit(benchmark::kMillisecond);
BENCHMARK(findRowOfSelection)->Arg(tenMillion)->Unit(benchmark::kMicrosecond);

BENCHMARK_MAIN();
