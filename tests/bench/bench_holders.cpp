// SPDX-License-Identifier: GPL-3.0-or-later
// Who holds the memory of a training that is long: every allocation with its label, the curves of its groups,
// what steps leave behind, and what differs between two of them. Steps of a transformer on the real allocator
// over invented addresses; a label for every allocation that outlives its operator.
#include "core/allocator/simulated_memory.h"
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/compare/comparison.h"
#include "core/analysis/curves/aligned_curve.h"
#include "core/analysis/holders/grouped_curves.h"
#include "core/analysis/scopes/scopes.h"
#include "core/analysis/scopes/step_drift.h"
#include "core/trace/recording_builder.h"
#include "tests/generate/training.h"

#include <benchmark/benchmark.h>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <utility>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

class RecordedTraining : private AllocatorEventSink {
public:
    explicit RecordedTraining(std::size_t events)
        : m_memory(std::uint64_t(1) << 40)
        , m_allocator(m_memory, AllocatorSettings(), this)
    {
        m_builder.recording().devices.resize(1);
        device().history = History::Whole;
        m_training.emplace(m_allocator, 1);
        for (std::int64_t step = 1; device().events.size() < events; ++step) {
            const std::size_t place = begin("step " + std::to_string(step));
            m_training->step();
            m_builder.recording().annotations[place].endEvent = device().events.size();
            m_builder.recording().annotations[place].endUs = m_timeUs;
        }
    }

    Recording recording() const { return m_builder.snapshot(); }

private:
    Device& device() { return m_builder.recording().devices.front(); }

    std::size_t begin(const std::string& name)
    {
        Annotation step;
        step.kind = AnnotationKind::Step;
        step.name = m_builder.string(name);
        step.startEvent = device().events.size();
        m_builder.recording().annotations.push_back(step);
        return m_builder.recording().annotations.size() - 1;
    }

    ContextIndex contextOfPlace()
    {
        const Training::Place place = m_training ? m_training->place() : Training::Place();
        const unsigned key = (place.layer * 64 + place.operation) * 2 + place.isBackward;
        const auto [found, isNew] = m_contexts.try_emplace(key);
        if (!isNew)
            return found->second;
        StackIndex stack;
        for (const std::string& scope : {std::string("model"), "layers." + std::to_string(place.layer)})
            stack =
                m_builder.stack(m_builder.frame({m_builder.string(scope), {}, 0, FrameKind::Scope}), stack);
        const std::string operation = "aten::op" + std::to_string(place.operation);
        stack = m_builder.stack(
            m_builder.frame({m_builder.string(operation), {}, 0, FrameKind::Operation}), stack);
        Context context;
        context.stack = stack;
        return found->second = m_builder.context(context);
    }

    void onEvent(const AllocatorEvent& happened) noexcept override
    {
        Event event;
        event.action = happened.action;
        event.address = happened.address;
        event.size = happened.size;
        event.timeUs = m_timeUs += 3;
        event.context = contextOfPlace();
        device().events.append(event);
        if (event.action != Action::Alloc || !m_training || m_training->place().operation % 2 == 1)
            return;
        TensorLabel label;
        label.event = device().events.size();
        label.address = event.address;
        label.bytes = event.size;
        label.category = MemoryCategory::Activation;
        label.dataType = DataType::Float32;
        device().tensors.push_back(label);
    }

    RecordingBuilder m_builder;
    SimulatedMemory m_memory;
    CachingAllocator m_allocator;
    std::map<unsigned, ContextIndex> m_contexts;
    std::int64_t m_timeUs = 1'700'000'000'000'000;
    std::optional<Training> m_training; // not there while it makes its parameters
};

const AnalyzedRecording& trainingOf(std::int64_t events)
{
    static std::map<std::int64_t, AnalyzedRecording> trainings;
    const auto [found, isNew] = trainings.try_emplace(events);
    if (isNew)
        found->second = analyze(RecordedTraining(static_cast<std::size_t>(events)).recording());
    return found->second;
}

// What an analysis is measured on; made anew for other events, so that only one is in memory.
struct Held {
    explicit Held(std::int64_t events)
        : analyzed(trainingOf(events))
        , attribution(attribute(analyzed.recording, 0, analyzed.histories[0]))
        , alive(attribution)
    { }

    const DeviceHistory& history() const { return analyzed.histories[0]; }

    const AnalyzedRecording& analyzed;
    Attribution attribution;
    AliveAllocations alive;
};

const Held& heldOf(std::int64_t events)
{
    static std::unique_ptr<Held> held;
    static std::int64_t count = 0;
    if (std::exchange(count, events) != events)
        held = std::make_unique<Held>(events);
    return *held;
}

void countEvents(benchmark::State& state)
{
    state.counters["events"] =
        benchmark::Counter(static_cast<double>(trainingOf(state.range(0)).recording.devices[0].events.size()),
            benchmark::Counter::kIsIterationInvariantRate);
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    state.counters["peak_MiB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

void attributed(benchmark::State& state)
{
    const AnalyzedRecording& analyzed = trainingOf(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(attribute(analyzed.recording, 0, analyzed.histories[0]));
    countEvents(state);
}

// A run that grew by one event in a hundred.
void attributedFurther(benchmark::State& state)
{
    const AnalyzedRecording& whole = trainingOf(state.range(0));
    const std::size_t count = whole.recording.devices[0].events.size();
    AnalyzedRecording shorter;
    shorter.recording = whole.recording;
    Device& device = shorter.recording.devices[0];
    device.events = {};
    for (std::size_t i = 0; i < count - count / 100; ++i)
        device.events.append(whole.recording.devices[0].events[i]);
    device.tensors = {};
    const auto& labels = whole.recording.devices[0].tensors;
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (labels[i].event <= device.events.size())
            device.tensors.push_back(labels[i]);
    shorter.histories.emplace_back().advance(device);
    const Attribution earlier = attribute(shorter.recording, 0, shorter.histories[0]);
    for (auto _ : state)
        benchmark::DoNotOptimize(attributeFurther(earlier, whole.recording, 0, whole.histories[0]));
    countEvents(state);
}

void aliveIndex(benchmark::State& state)
{
    const Held& held = heldOf(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(AliveAllocations(held.attribution));
    countEvents(state);
}

// What colours the timeline.
void groupedBy(benchmark::State& state, GroupBy by)
{
    const Held& held = heldOf(state.range(0));
    constexpr std::size_t mostBands = 10;
    for (auto _ : state) {
        const Grouping grouping = groupAllocations(held.analyzed.recording, 0, held.attribution, by);
        const auto alive = held.alive.at(held.attribution, held.history().peak(Curve::Allocated).position);
        const GroupBands bands = groupBands(grouping, held.attribution, alive, mostBands);
        benchmark::DoNotOptimize(
            groupedCurves(held.attribution, grouping, bands, held.history().eventCount()));
    }
    countEvents(state);
}

void drift(benchmark::State& state)
{
    const Held& held = heldOf(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(stepDrift(held.analyzed.recording, 0, held.history(), held.attribution));
    countEvents(state);
}

// At the peaks, once who holds the memory is known: what a changed choice costs.
void comparedBy(benchmark::State& state, CompareBy by)
{
    const Held& held = heldOf(state.range(0));
    const std::size_t peak = held.history().peak(Curve::Allocated).position;
    for (auto _ : state) {
        const Attribution alive = onlyThese(held.attribution, held.alive.at(held.attribution, peak));
        const ComparedMoment moment = {&held.analyzed.recording, 0, &held.history(), &alive, peak};
        benchmark::DoNotOptimize(compareMoments(moment, moment, by));
    }
    countEvents(state);
}

void curveOver(benchmark::State& state, CurveAlignment by)
{
    const AnalyzedRecording& analyzed = trainingOf(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(alignedCurve(analyzed, 0, analyzed, 0, Curve::Reserved, by));
    countEvents(state);
}

void scopes(benchmark::State& state)
{
    const AnalyzedRecording& analyzed = trainingOf(state.range(0));
    ScopeOptions options;
    options.columns = allStatColumns();
    options.detail.operators = true;
    for (auto _ : state)
        benchmark::DoNotOptimize(scopeTables(analyzed.recording, 0, analyzed.histories[0], options));
    countEvents(state);
}

constexpr std::int64_t million = 1'000'000;

} // namespace

BENCHMARK(attributed)->Arg(million)->Arg(10 * million)->Unit(benchmark::kMillisecond);
BENCHMARK(attributedFurther)->Arg(million)->Unit(benchmark::kMillisecond);
BENCHMARK(aliveIndex)->Arg(million)->Arg(10 * million)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(groupedBy, category, GroupBy::Category)
    ->Arg(million)
    ->Arg(10 * million)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(groupedBy, module, GroupBy::Module)->Arg(million)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(groupedBy, step, GroupBy::Step)->Arg(million)->Unit(benchmark::kMillisecond);
BENCHMARK(drift)->Arg(million)->Arg(10 * million)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(comparedBy, scope, CompareBy::Scope)->Arg(million)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(comparedBy, stack, CompareBy::Stack)->Arg(million)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(curveOver, phase, CurveAlignment::Phase)
    ->Arg(million)
    ->Arg(10 * million)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(curveOver, time, CurveAlignment::Time)->Arg(million)->Unit(benchmark::kMillisecond);
BENCHMARK(scopes)->Arg(million)->Arg(10 * million)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
