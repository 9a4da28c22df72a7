// SPDX-License-Identifier: GPL-3.0-or-later
// The scopes table of a training of a million events: scopes nested four deep, operators, phases and steps.
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/scopes/scopes.h"
#include "core/trace/recording_builder.h"

#include <benchmark/benchmark.h>

using namespace tidemark;

namespace {

constexpr std::uint64_t blockSize = 2 * 1024 * 1024;
constexpr std::size_t layers = 24;
constexpr std::size_t operators = 10;

// Two segments of many blocks; each operator of each layer allocates one and frees another, so that every
// event is a visit of its own.
class MadeUpTraining {
public:
    explicit MadeUpTraining(std::size_t events)
    {
        m_builder.recording().devices.resize(1);
        device().history = History::Whole;
        add(Action::SegmentAlloc, base, layers * operators * 2 * blockSize, {});
        for (std::int64_t step = 1; device().events.size() < events; ++step)
            train(step);
    }

    Recording recording() const { return m_builder.snapshot(); }

private:
    static constexpr std::uint64_t base = 0x7f0000000000;

    Device& device() { return m_builder.recording().devices.front(); }

    void train(std::int64_t step)
    {
        const std::size_t place = annotate(AnnotationKind::Step, "step " + std::to_string(step));
        const std::size_t forward = annotate(AnnotationKind::Phase, "forward");
        for (std::size_t i = 0; i < layers * operators; ++i)
            add(Action::Alloc, base + i * blockSize, blockSize, contextOf(i));
        end(forward);
        const std::size_t backward = annotate(AnnotationKind::Phase, "backward");
        for (std::size_t i = layers * operators; i-- > 0;) {
            add(Action::FreeRequested, base + i * blockSize, blockSize, contextOf(i));
            add(Action::FreeCompleted, base + i * blockSize, blockSize, contextOf(i));
        }
        end(backward);
        end(place);
    }

    ContextIndex contextOf(std::size_t place)
    {
        const std::string layer = "layers." + std::to_string(place / operators);
        StackIndex stack;
        for (const std::string& scope : {std::string("model"), layer, layer + ".block"})
            stack =
                m_builder.stack(m_builder.frame({m_builder.string(scope), {}, 0, FrameKind::Scope}), stack);
        const std::string operation = "aten::op" + std::to_string(place % operators);
        stack = m_builder.stack(
            m_builder.frame({m_builder.string(operation), {}, 0, FrameKind::Operation}), stack);
        Context context;
        context.stack = stack;
        return m_builder.context(context);
    }

    std::size_t annotate(AnnotationKind kind, const std::string& name)
    {
        Annotation annotation;
        annotation.kind = kind;
        annotation.name = m_builder.string(name);
        annotation.startEvent = device().events.size();
        m_builder.recording().annotations.push_back(annotation);
        return m_builder.recording().annotations.size() - 1;
    }

    void end(std::size_t place)
    {
        m_builder.recording().annotations[place].endEvent = device().events.size();
        m_builder.recording().annotations[place].endUs = 1;
    }

    void add(Action action, std::uint64_t address, std::uint64_t size, ContextIndex context)
    {
        Event event;
        event.action = action;
        event.address = address;
        event.size = size;
        event.context = context;
        device().events.append(event);
    }

    RecordingBuilder m_builder;
};

const AnalyzedRecording& million()
{
    static const AnalyzedRecording analyzed = analyze(MadeUpTraining(1'000'000).recording());
    return analyzed;
}

void tableOf(benchmark::State& state, const ScopeOptions& options)
{
    const AnalyzedRecording& analyzed = million();
    std::size_t rows = 0;
    for (auto _ : state)
        rows = scopeTables(analyzed.recording, 0, analyzed.histories[0], options).value().front().rows.size();
    state.counters["rows"] = static_cast<double>(rows);
    state.counters["events"] =
        benchmark::Counter(static_cast<double>(analyzed.recording.devices[0].events.size()),
            benchmark::Counter::kIsIterationInvariantRate);
}

void replayAlone(benchmark::State& state)
{
    const AnalyzedRecording& analyzed = million();
    for (auto _ : state) {
        DeviceHistory history;
        history.advance(analyzed.recording.devices[0]);
        benchmark::DoNotOptimize(history);
    }
}

void scopesDefault(benchmark::State& state)
{
    tableOf(state, {});
}

// Every column, and each operator for itself: what the window asks.
void scopesWithEverything(benchmark::State& state)
{
    ScopeOptions options;
    options.columns = allStatColumns();
    options.detail.operators = true;
    tableOf(state, options);
}

} // namespace

BENCHMARK(replayAlone)->Unit(benchmark::kMillisecond);
BENCHMARK(scopesDefault)->Unit(benchmark::kMillisecond);
BENCHMARK(scopesWithEverything)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
