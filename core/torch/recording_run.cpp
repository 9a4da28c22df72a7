// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/recording_run.h"

#include "core/torch/command_runner.h"
#include "core/torch/operator_observer.h"
#include "core/torch/tensor_allocator.h"

#include <fmt/format.h>
#include <torch/utils.h>
#include <torch/version.h>

namespace tidemark {

namespace {

RunDescription describe(const RunPlan& plan)
{
    RunDescription description;
    description.producer = fmt::format("tidemark-record {}, LibTorch {}.{}.{}", TIDEMARK_VERSION,
        TORCH_VERSION_MAJOR, TORCH_VERSION_MINOR, TORCH_VERSION_PATCH);
    description.workload = plan.workload->name;
    description.allocatorConf = plan.conf;
    for (const auto& [name, value] : plan.values.inForce())
        description.settings.push_back({name, value});
    description.settings.push_back({"steps", std::to_string(plan.steps)});
    description.settings.push_back({"seed", std::to_string(plan.seed)});
    description.deviceName = "cpu";
    description.deviceCapacity = plan.limit > 0 ? plan.limit : HostMemory().room().total;
    return description;
}

std::string firstLine(std::string_view text)
{
    return std::string(text.substr(0, text.find('\n')));
}

} // namespace

Expected<std::unique_ptr<RecordingRun>> RecordingRun::start(RunPlan plan, int fd)
{
    auto recorder = Recorder::start(fd, describe(plan), plan.bufferBytes);
    if (!recorder)
        return tl::unexpected(recorder.error());
    return std::unique_ptr<RecordingRun>(new RecordingRun(std::move(plan), std::move(*recorder)));
}

RecordingRun::RecordingRun(RunPlan plan, std::unique_ptr<Recorder> recorder)
    : m_plan(std::move(plan))
    , m_recorder(std::move(recorder))
    , m_allocator(m_memory, m_plan.settings, m_recorder.get())
    , m_heap(m_allocator, *m_recorder)
    , m_control([this](bool halted) {
        m_recorder->mark(halted ? MarkKind::Paused : MarkKind::Resumed, "");
        tell(halted ? RecorderState::Paused : RecorderState::Running);
    })
    , m_tensorAllocator(std::make_unique<TensorAllocator>(m_heap, m_control))
    , m_commands(std::make_unique<CommandRunner>(m_heap, *m_recorder, m_control))
{
    if (m_plan.limit > 0)
        m_allocator.setMemoryLimit(m_plan.limit);
    m_tensorAllocator->install();
    observeOperators(*m_recorder, m_control);
}

RecordingRun::~RecordingRun() = default;

Answer RecordingRun::command(std::string_view line)
{
    return m_commands->run(line);
}

Expected<void> RecordingRun::run(const std::function<void(const StepReport&)>& onStep)
{
    tell(RecorderState::Starting);
    m_heap.sample("start");
    std::string failure;
    try {
        work(onStep);
    } catch (const RunStopped&) {
        // Asked for: the run ends as well as after its last step.
    } catch (const c10::Error& error) {
        failure = firstLine(error.what_without_backtrace());
    } catch (const std::exception& error) {
        failure = firstLine(error.what());
    }
    m_control.stop(); // what commands come now are told that the run is ending
    m_heap.sample("end");
    tell(failure.empty() ? RecorderState::Finished : RecorderState::Failed, failure);
    const auto written = m_recorder->finish();
    if (!failure.empty())
        return fail(failure);
    return written;
}

void RecordingRun::work(const std::function<void(const StepReport&)>& onStep)
{
    torch::manual_seed(m_plan.seed);
    m_workload = m_plan.workload->make(*m_recorder, m_plan.values, m_plan.seed);
    if (!m_plan.workload->hasSteps)
        m_control.becomeIdle();
    tell(RecorderState::Running);
    m_workload->setUp();
    m_heap.sample("setup");
    if (!m_plan.workload->hasSteps) {
        m_control.waitForStop();
        return;
    }
    trainSteps(onStep);
    if (m_plan.hold && !m_control.isStopping()) {
        m_control.becomeIdle();
        tell(RecorderState::Holding);
        m_control.waitForStop();
    }
}

void RecordingRun::trainSteps(const std::function<void(const StepReport&)>& onStep)
{
    for (std::int64_t step = 1; m_plan.steps == 0 || step <= m_plan.steps; ++step) {
        if (!m_control.beginStep())
            return;
        const double loss = m_workload->step(step);
        m_stepsDone = step;
        const MemoryStats stats = m_heap.sample(fmt::format("step {}", step));
        tell(RecorderState::Running);
        onStep({step, loss, stats});
        m_control.endStep();
    }
}

void RecordingRun::commandsEnded()
{
    if (!m_plan.workload->hasSteps && !m_plan.hold)
        m_control.stop();
    else
        m_control.resume();
}

void RecordingRun::tell(RecorderState state, std::string text)
{
    m_recorder->status({state, m_stepsDone, m_plan.steps, std::move(text)});
}

} // namespace tidemark
