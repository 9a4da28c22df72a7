// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/recording_run.h"

#include "core/torch/command_runner.h"
#include "core/torch/operator_observer.h"
#include "core/torch/tensor_allocator.h"
#include "core/torch/torch_device.h"

#include <fmt/format.h>
#include <torch/utils.h>
#include <torch/version.h>

namespace tidemark {

namespace {

RunDescription describe(const RunPlan& plan, const DeviceFacts& device)
{
    RunDescription description;
    description.producer = fmt::format("tidemark-record {}, LibTorch {}.{}.{}", TIDEMARK_VERSION,
        TORCH_VERSION_MAJOR, TORCH_VERSION_MINOR, TORCH_VERSION_PATCH);
    description.workload = plan.workload->name;
    description.allocatorConf = plan.conf;
    for (const auto& [name, value] : plan.values.inForce())
        description.settings.push_back({name, value});
    description.settings.push_back({"device", plan.device.name()});
    description.settings.push_back(
        {"allocator", std::string(nameOf(plan.device.isCuda ? plan.allocator : RunAllocator::Tidemark))});
    if (plan.limit > 0)
        description.settings.push_back({"limit", std::to_string(plan.limit)});
    description.settings.push_back({"steps", std::to_string(plan.steps)});
    description.settings.push_back({"seed", std::to_string(plan.seed)});
    description.devices = {{plan.device.index, device.name, device.capacity}};
    return description;
}

std::string firstLine(std::string_view text)
{
    return std::string(text.substr(0, text.find('\n')));
}

} // namespace

Expected<std::unique_ptr<RecordingRun>> RecordingRun::start(RunPlan plan, int fd)
{
    const auto device = lookAtDevice(plan);
    if (!device)
        return tl::unexpected(device.error());
    auto recorder = Recorder::start(fd, describe(plan, *device), plan.bufferBytes);
    if (!recorder)
        return tl::unexpected(recorder.error());
    return std::unique_ptr<RecordingRun>(new RecordingRun(std::move(plan), *device, std::move(*recorder)));
}

RecordingRun::RecordingRun(RunPlan plan, const DeviceFacts& device, std::unique_ptr<Recorder> recorder)
    : m_plan(std::move(plan))
    , m_recorder(std::move(recorder))
    , m_control([this](bool halted) {
        m_recorder->mark(halted ? MarkKind::Paused : MarkKind::Resumed, "");
        tell(halted ? RecorderState::Paused : RecorderState::Running);
    })
    , m_memory(makeTensorMemory(m_plan, device, *m_recorder, m_control))
    , m_commands(std::make_unique<CommandRunner>(
          m_memory->recorded(), *m_recorder, m_control, torchDevice(m_plan.device)))
{
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
    m_memory->recorded().sample("start");
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
    m_memory->recorded().sample("end");
    tell(failure.empty() ? RecorderState::Finished : RecorderState::Failed, failure);
    m_recorder->device().finalState(m_memory->recorded().segments());
    const auto written = m_recorder->finish();
    if (!failure.empty())
        return fail(failure);
    return written;
}

void RecordingRun::work(const std::function<void(const StepReport&)>& onStep)
{
    torch::manual_seed(m_plan.seed);
    m_workload = m_plan.workload->make({*m_recorder, torchDevice(m_plan.device), m_plan.seed}, m_plan.values);
    if (!m_plan.workload->hasSteps)
        m_control.becomeIdle();
    tell(RecorderState::Running);
    m_workload->setUp();
    m_memory->recorded().sample("setup");
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
        const MemoryStats stats = m_memory->recorded().sample(fmt::format("step {}", step));
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
