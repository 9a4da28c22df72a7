// SPDX-License-Identifier: GPL-3.0-or-later
// How long one's own files take: opening, replay, and the state at any event. time_opening FILE...
// One line a file: milliseconds of opening and of replay (the best of three), the mean and the longest of 200
// states at random events of the device with most events, and the path.
#include "core/analysis/analyzed_recording.h"
#include "core/files/open_recording.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>

using namespace tidemark;

namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

struct Times {
    double opening = 1e9;
    double replay = 1e9;
    double meanState = 0;
    double longestState = 0;
};

void timeStates(const AnalyzedRecording& analyzed, Times& times)
{
    constexpr int states = 200;
    std::size_t most = 0;
    for (std::size_t i = 0; i < analyzed.histories.size(); ++i) {
        if (analyzed.histories[i].eventCount() > analyzed.histories[most].eventCount())
            most = i;
    }
    if (analyzed.histories.empty())
        return;
    std::mt19937_64 random(1);
    for (int i = 0; i < states; ++i) {
        const std::size_t position = random() % (analyzed.histories[most].eventCount() + 1);
        const auto start = Clock::now();
        (void)analyzed.histories[most].segmentsAt(analyzed.recording.devices[most], position);
        const double milliseconds = millisecondsSince(start);
        times.meanState += milliseconds / states;
        times.longestState = std::max(times.longestState, milliseconds);
    }
}

Expected<Times> timesOf(const char* path)
{
    constexpr int rounds = 3;
    Times times;
    for (int round = 0; round < rounds; ++round) {
        const auto start = Clock::now();
        Expected<Recording> recording = openRecording(path);
        if (!recording)
            return tl::unexpected(recording.error());
        times.opening = std::min(times.opening, millisecondsSince(start));
        const auto opened = Clock::now();
        const AnalyzedRecording analyzed = analyze(std::move(*recording));
        times.replay = std::min(times.replay, millisecondsSince(opened));
        if (round + 1 == rounds)
            timeStates(analyzed, times);
    }
    return times;
}

} // namespace

int main(int count, char** arguments)
{
    for (int i = 1; i < count; ++i) {
        const Expected<Times> times = timesOf(arguments[i]);
        if (!times) {
            std::fprintf(stderr, "%s\n", times.error().message.c_str());
            return 1;
        }
        std::printf("%.1f %.1f %.2f %.2f %s\n", times->opening, times->replay, times->meanState,
            times->longestState, arguments[i]);
    }
    return count > 1 ? 0 : 2;
}
