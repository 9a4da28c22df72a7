// SPDX-License-Identifier: GPL-3.0-or-later
// One frame of the timeline at ten million events, 1920x1080: look at the CPU column. Run with
// QT_SCALE_FACTOR=2 for a screen of twice the resolution.
#include "tests/bench/gui_benchmark.h"
#include "tests/ui/timeline/timeline_driver.h"
#include "tests/ui/timeline/training_recording.h"

#include <benchmark/benchmark.h>
#include <cmath>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr int steps = 9200;

TimelineDriver& driver()
{
    // Never destroyed: the application is gone before what is static.
    static auto& instance = *new TimelineDriver({1920, 1080});
    static const bool isOpen = [] {
        instance.open(analyzed(trainingRecording(steps)));
        return true;
    }();
    benchmark::DoNotOptimize(isOpen);
    return instance;
}

// The share of the recording that is visible comes in millionths.
void pan(benchmark::State& state)
{
    TimelineDriver& timeline = driver();
    const auto events = static_cast<double>(timeline.state.history().eventCount());
    const double width = events * static_cast<double>(state.range(0)) / 1e6;
    double begin = 0;
    for (auto frame : state) {
        begin = begin + width * 1.01 > events ? 0 : begin + width * 0.01;
        timeline.state.setRange(begin, begin + width);
        timeline.plot->repaint();
    }
    state.counters["events"] = events;
}

// In and out again about one place, from everything to some hundred events.
void zoom(benchmark::State& state)
{
    constexpr int notches = 50;
    TimelineDriver& timeline = driver();
    const auto events = static_cast<double>(timeline.state.history().eventCount());
    int turned = 0;
    for (auto frame : state) {
        const int notch = turned++ % (2 * notches);
        const double width = events * std::pow(0.8, notch < notches ? notch : 2 * notches - notch);
        const double begin = 0.4 * (events - width);
        timeline.state.setRange(begin, begin + width);
        timeline.plot->repaint();
    }
}

// What a live recording costs: everything that is kept between frames is made anew.
void grow(benchmark::State& state)
{
    TimelineDriver& timeline = driver();
    timeline.state.fitRange();
    for (auto frame : state) {
        timeline.state.setRecording(timeline.state.recording(), true);
        timeline.plot->repaint();
    }
}

void moveMouse(benchmark::State& state)
{
    TimelineDriver& timeline = driver();
    timeline.state.fitRange();
    timeline.settle();
    double across = 0;
    for (auto frame : state) {
        across = across > 0.98 ? 0 : across + 0.01;
        timeline.hover(timeline.place(across));
    }
}

void openFirstFrame(benchmark::State& state)
{
    TimelineDriver& timeline = driver();
    const auto recording = timeline.state.recording();
    for (auto frame : state) {
        timeline.state.setRecording(recording, false);
        timeline.plot->repaint();
    }
}

BENCHMARK(pan)->Arg(900'000)->Arg(100'000)->Arg(10'000)->Arg(1'000)->Arg(10)->Unit(benchmark::kMillisecond);
BENCHMARK(zoom)->Unit(benchmark::kMillisecond);
BENCHMARK(grow)->Unit(benchmark::kMillisecond);
BENCHMARK(moveMouse)->Unit(benchmark::kMillisecond);
BENCHMARK(openFirstFrame)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    return runGuiBenchmarks(argc, argv);
}
