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
#include <optional>
#include <string>
#include <torch/csrc/cuda/memory_snapshot.h>
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

// With what torch.cuda.memory._record_memory_history() keeps when told no more than this.
double withHistory(const std::string& stacks)
{
    torch::cuda::_record_memory_history("all", "all", stacks);
    const double cost = nanosecondsPerPair();
    torch::cuda::_record_memory_history(std::nullopt);
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
    const double history = withHistory("python"); // no interpreter: nothing to walk through
    const double stacks = withHistory("all"); // its default: C++ frames as well

    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    auto started = RecordingRun::start(plan, file);
    if (!started)
        return complain(started.error());
    RecordingRun& run =
        *started->release(); // never deleted: LibTorch frees tensors until the process has ended
    const double tapped = nanosecondsPerPair();
    fmt::print("alone {:.0f}, with PyTorch's history {:.0f}, with C++ stacks too {:.0f}, recorded {:.0f}\n",
        alone, history, stacks, tapped);
    fmt::print("PyTorch's history adds {:.0f}, with C++ stacks {:.0f}; recording adds {:.0f}: {:.2f} and "
               "{:.2f} of it\n",
        history - alone, stacks - alone, tapped - alone, (tapped - alone) / (history - alone),
        (tapped - alone) / (stacks - alone));
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
