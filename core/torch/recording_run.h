// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/courtesy/memory_yield.h"
#include "core/torch/driver_watch.h"
#include "core/torch/parallel/team_steps.h"
#include "core/torch/run_memory.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace tidemark {

class CommandRunner;

struct StepReport {
    std::int64_t step = 0;
    double loss = 0; // the mean of all devices'
    std::vector<MemoryStats> stats; // by device
};

// One workload running under a recorded allocator, with a copy on each device of the plan. It observes
// LibTorch and holds its tensors' memory, so there is one in a process, and it must live until the process
// ends.
class RecordingRun {
public:
    // Writes the stream to `fd`, which stays the caller's.
    // `beforeFirstByte` is called once the devices are known to be of use.
    static Expected<std::unique_ptr<RecordingRun>> start(
        RunPlan plan, int fd, const std::function<void()>& beforeFirstByte = [] {});

    ~RecordingRun();
    RecordingRun(const RecordingRun&) = delete;
    RecordingRun& operator=(const RecordingRun&) = delete;

    // Runs the workload to its end, on this thread or, where there are several devices, on one for each;
    // `onStep` is called after each step, by one at a time. The error says why the workload failed, or why
    // the stream could not be written to its end.
    Expected<void> run(const std::function<void(const StepReport&)>& onStep);

    // Any thread, but one at a time. `heard` is told the answer, which is in the stream by then: see
    // CommandRunner::run().
    void command(
        std::string_view line, const std::function<void(const Answer&)>& heard = [](const Answer&) {});
    // Any thread.
    void stop() { m_control.stop(); }
    // No command will come any more: a halted workload goes on, and a run that only commands move ends,
    // unless it holds.
    void commandsEnded();

private:
    RecordingRun(RunPlan plan, const DriverBefore& before, const std::vector<DeviceFacts>& devices,
        std::unique_ptr<Recorder> recorder);

    using StepListener = std::function<void(const StepReport&)>;
    void awaitCommand();
    std::string work(const StepListener& onStep); // why it failed, or empty
    void runCopy(DeviceTeam::Member& member, const StepListener& onStep);
    void setUpCopy(DeviceTeam::Member& member);
    void endStep(StepReport report, const StepListener& onStep);
    void tell(RecorderState state, std::string text = {});

    RunPlan m_plan;
    std::unique_ptr<Recorder> m_recorder;
    RunControl m_control;
    std::unique_ptr<RunMemory> m_memory;
    DriverWatch m_driver;
    std::vector<std::unique_ptr<Workload>> m_copies; // of the workload, by device
    MemoryYield m_yield;
    std::unique_ptr<CommandRunner> m_commands;
    TeamSteps m_steps;
    std::mutex m_commandMutex; // while a command is carried out
    std::atomic<std::int64_t> m_stepsDone = 0;
};

} // namespace tidemark
