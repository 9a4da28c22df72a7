// SPDX-License-Identifier: GPL-3.0-or-later
// What an allocation and its free cost in PyTorch's own CUDA allocator: alone, with PyTorch's history on, and
// with Tidemark listening and writing a recording. pair_cost [FILE]; the recording goes to FILE (/dev/null).
// Prints nanoseconds, the median of many rounds. The tap cannot be taken off again, so it comes last.
#include "core/torch/recording_run.h"

#include <algorithm>
#include <c10/cuda/CUDACachingAllocator.h>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace tidemark {

namespace {

namespace native = c10::cuda::CUDACachingAllocator;

constexpr int rounds = 101;
constexpr int pairsPerRound = 10'000;
constexpr std::size_t size = 4096;

double nanosecondsPerPair()
{
    std::vector<double> each;
    for (int round = 0; round < rounds; ++round) {
        const auto start = std::chrono::steady_clock::now();
        for (int pair = 0; pair < pairsPerRound; ++pair)
            native::raw_delete(native::raw_alloc(size));
        const auto time = std::chrono::steady_clock::now() - start;
        each.push_back(std::chrono::duration<double, std::nano>(time).count() / pairsPerRound);
    }
    std::nth_element(each.begin(), each.begin() + rounds / 2, each.end());
    return each[rounds / 2];
}

// What torch.cuda.memory._record_memory_history() keeps at most by default of what it is asked to keep, but
// no stacks, which cost many times as much.
double withHistory()
{
    constexpr std::size_t entries = 100'000;
    native::recordHistory(true, nullptr, entries, native::RecordContext::NEVER, false, {});
    const double cost = nanosecondsPerPair();
    native::recordHistory(false, nullptr, 0, native::RecordContext::NEVER, true, {});
    return cost;
}

int complain(const Error& error)
{
    fmt::print(stderr, "pair_cost: {}\n", error.message);
    return EXIT_FAILURE;
}

// Holds the recorder and the tap as tidemark-record does.
int measure(const char* path)
{
    RunPlan plan;
    plan.workload = *findWorkload("playground");
    plan.values = OptionValues(plan.workload->options);
    plan.devices = {*RunDevice::parse("cuda:0")};
    plan.bufferBytes = 256 * 1024 * 1024;
    const auto device = lookAtDevice(plan, plan.devices.front());
    if (!device)
        return complain(device.error());
    native::raw_delete(native::raw_alloc(size)); // the segment is there from now on
    const double alone = nanosecondsPerPair();
    const double history = withHistory();

    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    auto started = RecordingRun::start(plan, file);
    if (!started)
        return complain(started.error());
    RecordingRun& run =
        *started->release(); // never deleted: LibTorch frees tensors until the process has ended
    const double tapped = nanosecondsPerPair();
    fmt::print("alone {:.0f}\nhistory {:.0f}\ntapped {:.0f}\n", alone, history, tapped);
    fmt::print("history adds {:.0f}, the tap {:.0f}: {:.2f} of it\n", history - alone, tapped - alone,
        (tapped - alone) / (history - alone));
    run.stop();
    const auto written = run.run([](const StepReport&) {});
    return written ? EXIT_SUCCESS : complain(written.error());
}

} // namespace

} // namespace tidemark

int main(int argc, char** argv)
{
    return tidemark::measure(argc > 1 ? argv[1] : "/dev/null");
}
