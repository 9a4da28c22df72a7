// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/run_control.h"
#include "core/torch/tensor_memory.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace tidemark {

class CommandRunner;

struct StepReport {
    std::int64_t step = 0;
    double loss = 0;
    MemoryStats stats;
};

// One workload running under a recorded allocator. It observes LibTorch and holds its tensors' memory, so
// there is one in a process, and it must live until the process ends.
class RecordingRun {
public:
    // Writes the stream to `fd`, which stays the caller's.
    static Expected<std::unique_ptr<RecordingRun>> start(RunPlan plan, int fd);

    ~RecordingRun();
    RecordingRun(const RecordingRun&) = delete;
    RecordingRun& operator=(const RecordingRun&) = delete;

    // Runs the workload to its end on this thread; `onStep` is called after each step. The error says why the
    // workload failed, or why the stream could not be written to its end.
    Expected<void> run(const std::function<void(const StepReport&)>& onStep);

    // Any thread, but one at a time.
    Answer command(std::string_view line);
    // Any thread.
    void stop() { m_control.stop(); }
    // No command will come any more: a halted workload goes on, and a run that only commands move ends,
    // unless it holds.
    void commandsEnded();

private:
    RecordingRun(RunPlan plan, const DeviceFacts& device, std::unique_ptr<Recorder> recorder);

    void work(const std::function<void(const StepReport&)>& onStep);
    void trainSteps(const std::function<void(const StepReport&)>& onStep);
    void tell(RecorderState state, std::string text = {});

    RunPlan m_plan;
    std::unique_ptr<Recorder> m_recorder;
    RunControl m_control;
    std::unique_ptr<TensorMemory> m_memory;
    std::unique_ptr<CommandRunner> m_commands;
    std::unique_ptr<Workload> m_workload;
    std::atomic<std::int64_t> m_stepsDone = 0;
};

} // namespace tidemark
