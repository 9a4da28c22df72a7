// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/host_memory.h"
#include "core/torch/command_runner.h"
#include "core/torch/tensor_allocator.h"
#include "core/torch/workload_catalogue.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace tidemark {

// What is to be recorded, and how.
struct RunPlan {
    const WorkloadEntry* workload = nullptr; // of the catalogue
    OptionValues values; // the workload's options
    std::int64_t steps = 0; // 0: until stopped
    std::string conf; // as given; `settings` is what it says
    AllocatorSettings settings; // CachingAllocator::supports() them
    std::uint64_t limit = 0; // bytes that may be reserved; 0: no limit
    std::uint64_t seed = 0;
    bool hold = false; // after the last step wait with the model in memory until stopped
    std::size_t bufferBytes = 0; // for a reader that is slow
};

struct StepReport {
    std::int64_t step = 0;
    double loss = 0;
    MemoryStats stats;
};

// One workload running under the recorded allocator. It becomes LibTorch's CPU allocator and observer, so
// there is one in a process, and it must live until the process ends.
class RecordingRun {
public:
    // Writes the stream to `fd`, which stays the caller's.
    static Expected<std::unique_ptr<RecordingRun>> start(RunPlan plan, int fd);

    // Runs the workload to its end on this thread; `onStep` is called after each step. The error says why the
    // workload failed, or why the stream could not be written to its end.
    Expected<void> run(const std::function<void(const StepReport&)>& onStep);

    // Any thread, but one at a time.
    Answer command(std::string_view line) { return m_commands.run(line); }
    // Any thread.
    void stop() { m_control.stop(); }
    // No command will come any more: a halted workload goes on, and a run that only commands move ends,
    // unless it holds.
    void commandsEnded();

private:
    RecordingRun(RunPlan plan, std::unique_ptr<Recorder> recorder);

    void work(const std::function<void(const StepReport&)>& onStep);
    void trainSteps(const std::function<void(const StepReport&)>& onStep);
    void tell(RecorderState state, std::string text = {});

    RunPlan m_plan;
    std::unique_ptr<Recorder> m_recorder;
    HostMemory m_memory;
    CachingAllocator m_allocator;
    RecordedHeap m_heap;
    RunControl m_control;
    TensorAllocator m_tensorAllocator;
    CommandRunner m_commands;
    std::unique_ptr<Workload> m_workload;
    std::atomic<std::int64_t> m_stepsDone = 0;
};

} // namespace tidemark
