// SPDX-License-Identifier: GPL-3.0-or-later
// Every allocation as a band at ten million events, 1920x1080. A frame is what the GUI thread does: look at
// the CPU column. A tile is 256 columns on a worker. Run with QT_SCALE_FACTOR=2 for a screen of twice the
// resolution, and with TIDEMARK_BENCH_STEPS=920 for a tenth of the events.
#include "tests/bench/gui_benchmark.h"
#include "tests/ui/active_memory/page_driver.h"
#include "tests/ui/timeline/training_recording.h"
#include "ui/active_memory/active_memory_page.h"
#include "ui/segment_history/segment_history_page.h"

#include <benchmark/benchmark.h>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

namespace {

std::shared_ptr<const AnalyzedRecording> longRecording()
{
    constexpr int tenMillionEvents = 9200; // training steps
    static const auto recording = [] {
        const int steps = qEnvironmentVariableIntValue("TIDEMARK_BENCH_STEPS");
        return analyzed(trainingRecording(steps > 0 ? steps : tenMillionEvents));
    }();
    return recording;
}

template <class Page>
PageDriver<Page>& driver()
{
    // Never destroyed: the application is gone before what is static.
    static auto& instance = *new PageDriver<Page>({1920, 1080});
    static const bool isOpen = [] {
        instance.state.setRecording(longRecording(), false);
        return QTest::qWaitFor([] { return instance.page.isSettled(); }, 120'000);
    }();
    if (!isOpen)
        qFatal("The page is not drawn");
    return instance;
}

void show(benchmark::State& state, double events)
{
    state.counters["events"] = events;
}

// The share of the recording that is visible comes in millionths. Tiles come meanwhile, as they can.
template <class Page>
void pan(benchmark::State& state)
{
    auto& page = driver<Page>();
    const auto events = static_cast<double>(page.state.history().eventCount());
    const double width = events * static_cast<double>(state.range(0)) / 1e6;
    double begin = 0;
    for (auto frame : state) {
        begin = begin + width * 1.01 > events ? 0 : begin + width * 0.01;
        page.state.setRange(begin, begin + width);
        QCoreApplication::processEvents();
        benchmark::DoNotOptimize(page.canvas->grab());
    }
    show(state, events);
}

// The clock's time from a jump to a place that was never shown until all of its tiles are there.
template <class Page>
void arrive(benchmark::State& state)
{
    auto& page = driver<Page>();
    const auto events = static_cast<double>(page.state.history().eventCount());
    const double width = events * static_cast<double>(state.range(0)) / 1e6;
    double begin = 0;
    for (auto jump : state) {
        // Another scale each time, and so other tiles.
        begin = begin + width * 2.5 > events ? width * 0.37 : begin + width * 1.13;
        page.state.setRange(begin, std::min(events, begin + width * (1 + begin / events / 10)));
        QCoreApplication::processEvents();
        if (!QTest::qWaitFor([&] { return page.page.isSettled(); }, 10'000))
            state.SkipWithError("Tiles do not come");
    }
    show(state, events);
}

template <class Page>
void zoom(benchmark::State& state)
{
    auto& page = driver<Page>();
    const auto events = static_cast<double>(page.state.history().eventCount());
    page.state.fitRange();
    page.settle();
    int turned = 0;
    for (auto frame : state) {
        page.wheel(page.place(0.4, 0.5), {0, turned++ % 80 < 40 ? 1 : -1});
        QCoreApplication::processEvents();
        benchmark::DoNotOptimize(page.canvas->grab());
    }
    show(state, events);
}

template <class Page>
void hover(benchmark::State& state)
{
    auto& page = driver<Page>();
    page.state.fitRange();
    page.settle();
    double across = 0;
    for (auto frame : state) {
        across = across > 0.98 ? 0 : across + 0.01;
        page.hover(page.place(across, 0.9));
        benchmark::DoNotOptimize(page.canvas->grab());
    }
}

template <class Page>
void tile(benchmark::State& state)
{
    auto& page = driver<Page>();
    const auto events = static_cast<double>(page.state.history().eventCount());
    const auto& source = page.canvas->layer().source();
    const TilePlace& place = page.canvas->place();
    const TileStyle style = tileStyle(*source->classes(), applicationTheme(), place.devicePixelRatio);
    TileGrid grid;
    grid.unitsPerColumn = events * static_cast<double>(state.range(0)) / 1e6 / place.plot.width();
    grid.rows.rows = static_cast<std::size_t>(place.plot.height() * place.devicePixelRatio);
    grid.rows.bytesPerRow = source->height() / static_cast<double>(grid.rows.rows);
    const auto middle = static_cast<std::int64_t>(events / 2 / grid.unitsPerColumn / TileGrid::tileColumns);
    for (auto one : state)
        benchmark::DoNotOptimize(makeTile(source, grid, middle, style));
    show(state, events);
}

void shares(benchmark::internal::Benchmark* bench)
{
    for (const std::int64_t share : {900'000, 100'000, 10'000, 100})
        bench->Arg(share);
    bench->Unit(benchmark::kMillisecond);
}

BENCHMARK(tile<ActiveMemoryPage>)->Apply(shares);
BENCHMARK(arrive<ActiveMemoryPage>)->Apply(shares)->UseRealTime();
BENCHMARK(pan<ActiveMemoryPage>)->Apply(shares);
BENCHMARK(zoom<ActiveMemoryPage>)->Unit(benchmark::kMillisecond);
BENCHMARK(hover<ActiveMemoryPage>)->Unit(benchmark::kMillisecond);
BENCHMARK(tile<SegmentHistoryPage>)->Apply(shares);
BENCHMARK(arrive<SegmentHistoryPage>)->Apply(shares)->UseRealTime();
BENCHMARK(pan<SegmentHistoryPage>)->Apply(shares);
BENCHMARK(zoom<SegmentHistoryPage>)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    return runGuiBenchmarks(argc, argv);
}
