// SPDX-License-Identifier: GPL-3.0-or-later
// How long a step of the transformer takes: step_time bare|unnamed|recorded STEPS [KEY=VALUE...]. Bare:
// nobody listens. Unnamed: recorded, but without the operators' names. Prints the median in microseconds; the
// script runs them in turn and compares. The options are the workload's, and device=cpu.
#include "core/torch/recording_run.h"
#include "core/torch/torch_device.h"

#include <ATen/record_function.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <span>
#include <string_view>
#include <vector>

namespace tidemark {

namespace {

constexpr std::size_t warmUpSteps = 20;

class StepClock {
public:
    void tick()
    {
        const auto now = std::chrono::steady_clock::now();
        m_steps.push_back(std::chrono::duration<double, std::micro>(now - m_last).count());
        m_last = now;
    }

    double median()
    {
        std::vector<double> steps(m_steps.begin() + warmUpSteps, m_steps.end());
        std::nth_element(steps.begin(), steps.begin() + std::ptrdiff_t(steps.size() / 2), steps.end());
        return steps[steps.size() / 2];
    }

private:
    std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
    std::vector<double> m_steps;
};

Expected<RunPlan> readPlan(std::int64_t steps, std::span<char*> assignments)
{
    const auto workload = findWorkload("transformer");
    if (!workload)
        return tl::unexpected(workload.error());
    RunPlan plan;
    plan.workload = *workload;
    plan.values = OptionValues((*workload)->options);
    plan.steps = steps;
    plan.seed = 2;
    plan.bufferBytes = 256 * 1024 * 1024;
    std::string_view device = "cuda:0";
    constexpr std::string_view deviceKey = "device=";
    for (const std::string_view assignment : assignments) {
        if (assignment.starts_with(deviceKey))
            device = assignment.substr(deviceKey.size());
        else if (const auto set = plan.values.set(assignment); !set)
            return tl::unexpected(set.error());
    }
    const auto place = RunDevice::parse(device);
    if (!place)
        return tl::unexpected(place.error());
    plan.devices = {*place};
    return plan;
}

// Nobody listens to the allocator or to LibTorch's operators; the workload's own notes go nowhere.
Expected<void> runBare(const RunPlan& plan, int sink, StepClock& clock)
{
    const auto recorder = Recorder::start(sink, {});
    if (!recorder)
        return tl::unexpected(recorder.error());
    torch::manual_seed(plan.seed);
    const auto workload = plan.workload->make(
        {**recorder, torchDevice(plan.devices.front()), plan.seed, 0, nullptr}, plan.values);
    workload->setUp();
    for (std::int64_t step = 1; step <= plan.steps; ++step) {
        workload->step(step);
        clock.tick();
    }
    return {};
}

Expected<void> runRecorded(const RunPlan& plan, bool isNamed, int sink, StepClock& clock)
{
    auto run = RecordingRun::start(plan, sink);
    if (!run)
        return tl::unexpected(run.error());
    if (!isNamed)
        at::clearCallbacks();
    // Never deleted: LibTorch frees tensors until the process has ended.
    return run->release()->run([&](const StepReport&) { clock.tick(); });
}

int complain(std::string_view sentence)
{
    fmt::print(stderr, "step_time: {}\n", sentence);
    return EXIT_FAILURE;
}

int measure(std::string_view how, std::int64_t steps, std::span<char*> assignments)
{
    const auto plan = readPlan(steps, assignments);
    if (!plan)
        return complain(plan.error().message);
    const int sink = open("/dev/null", O_WRONLY | O_CLOEXEC);
    StepClock clock;
    const auto done =
        how == "bare" ? runBare(*plan, sink, clock) : runRecorded(*plan, how == "recorded", sink, clock);
    if (!done)
        return complain(done.error().message);
    fmt::print("{:.1f}\n", clock.median());
    return EXIT_SUCCESS;
}

} // namespace

} // namespace tidemark

int main(int argc, char** argv)
{
    const std::string_view how = argc > 1 ? argv[1] : "";
    const std::int64_t steps = argc > 2 ? std::atoll(argv[2]) : 0;
    const bool isKnown = how == "bare" || how == "unnamed" || how == "recorded";
    if (!isKnown || steps <= std::int64_t(tidemark::warmUpSteps))
        return tidemark::complain(
            "usage: step_time bare|unnamed|recorded STEPS [KEY=VALUE...], over 20 steps");
    return tidemark::measure(how, steps, std::span(argv, std::size_t(argc)).subspan(3));
}
