// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/recording_run.h"

#include "core/torch/command_runner.h"
#include "core/torch/operator_observer.h"
#include "core/torch/torch_device.h"

#include <algorithm>
#include <c10/core/DeviceGuard.h>
#include <c10/util/Exception.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <torch/utils.h>
#include <torch/version.h>

namespace tidemark {

namespace {

std::vector<std::string> namesOf(const std::vector<RunDevice>& devices)
{
    std::vector<std::string> names;
    std::transform(devices.begin(), devices.end(), std::back_inserter(names),
        [](const RunDevice& device) { return device.name(); });
    return names;
}

std::vector<Setting> settingsOf(const RunPlan& plan)
{
    std::vector<Setting> settings;
    for (const auto& [name, value] : plan.values.inForce())
        settings.push_back({name, value});
    settings.push_back({"device", fmt::format("{}", fmt::join(namesOf(plan.devices), ","))});
    if (plan.devices.size() > 1)
        settings.push_back({"parallel", std::string(nameOf(plan.parallel))});
    const bool isCuda = plan.devices.front().isCuda;
    settings.push_back({"allocator", std::string(nameOf(isCuda ? plan.allocator : RunAllocator::Tidemark))});
    if (plan.limit > 0)
        settings.push_back({"limit", std::to_string(plan.limit)});
    settings.push_back({"steps", std::to_string(plan.steps)});
    settings.push_back({"seed", std::to_string(plan.seed)});
    if (plan.activations.kind != ActivationKind::None)
        settings.push_back({"activations", std::string(nameOf(plan.activations.kind))});
    if (!plan.activations.policy.empty())
        settings.push_back({"activation_policy", plan.activations.policy});
    if (!plan.labelsTensors)
        settings.push_back({"labels", "off"});
    if (plan.job) {
        settings.push_back({"rank", std::to_string(plan.job->rank)});
        settings.push_back({"world_size", std::to_string(plan.job->worldSize)});
    }
    return settings;
}

RunDescription describe(const RunPlan& plan, const std::vector<DeviceFacts>& devices)
{
    RunDescription description;
    description.producer = fmt::format("tidemark-record {}, LibTorch {}.{}.{}", TIDEMARK_VERSION,
        TORCH_VERSION_MAJOR, TORCH_VERSION_MINOR, TORCH_VERSION_PATCH);
    description.workload = plan.workload->name;
    description.allocatorConf = plan.conf;
    description.settings = settingsOf(plan);
    description.devices.clear();
    for (std::size_t device = 0; device < devices.size(); ++device)
        description.devices.push_back(
            {plan.devices[device].index, devices[device].name, devices[device].capacity});
    return description;
}

} // namespace

Expected<std::unique_ptr<RecordingRun>> RecordingRun::start(
    RunPlan plan, int fd, const std::function<void()>& beforeFirstByte)
{
    const DriverBefore before = DriverWatch::look(plan);
    std::vector<DeviceFacts> devices;
    for (const RunDevice& device : plan.devices) {
        const auto facts = lookAtDevice(plan, device);
        if (!facts)
            return tl::unexpected(facts.error());
        devices.push_back(*facts);
    }
    beforeFirstByte();
    auto recorder = Recorder::start(fd, describe(plan, devices), plan.bufferBytes);
    if (!recorder)
        return tl::unexpected(recorder.error());
    try {
        return std::unique_ptr<RecordingRun>(
            new RecordingRun(std::move(plan), before, devices, std::move(*recorder)));
    } catch (const c10::Error& error) { // the environment chose a backend that cannot be listened to, say
        return fail(fmt::format("Recording cannot begin: {}", error.what_without_backtrace()));
    }
}

RecordingRun::RecordingRun(RunPlan plan, const DriverBefore& before, const std::vector<DeviceFacts>& devices,
    std::unique_ptr<Recorder> recorder)
    : m_plan(std::move(plan))
    , m_recorder(std::move(recorder))
    , m_control([this](bool halted) {
        m_recorder->mark(halted ? MarkKind::Paused : MarkKind::Resumed, "");
        tell(halted ? RecorderState::Paused : RecorderState::Running);
    })
    , m_memory(makeRunMemory(m_plan, devices, *m_recorder, m_control))
    , m_driver(before, m_plan, *m_recorder)
    , m_copies(m_plan.devices.size())
    , m_yield(m_copies, m_plan, *m_memory, *m_recorder, m_control)
    , m_commands(std::make_unique<CommandRunner>(
          *m_memory, *m_recorder, m_control, m_yield, m_driver, m_plan.devices))
    , m_steps(m_control, m_plan.devices.size(), m_plan.steps, [this] { return m_yield.beginStep(); })
{
    observeOperators(*m_recorder, m_control);
}

RecordingRun::~RecordingRun() = default;

void RecordingRun::command(std::string_view line, const std::function<void(const Answer&)>& heard)
{
    const std::lock_guard lock(m_commandMutex);
    m_commands->run(line, heard);
}

Expected<void> RecordingRun::run(const StepListener& onStep)
{
    tell(RecorderState::Starting);
    m_memory->sample("start");
    m_driver.sampleNow();
    const std::string failure = work(onStep);
    m_control.stop(); // what commands come now are told that the run is ending
    awaitCommand();
    m_yield.runEnds();
    m_memory->sample("end");
    m_driver.sampleNow();
    m_driver.stop();
    tell(failure.empty() ? RecorderState::Finished : RecorderState::Failed, failure);
    for (std::size_t device = 0; device < m_memory->deviceCount(); ++device)
        m_recorder->device(device).finalState(m_memory->recorded(device).segments());
    const auto written = m_recorder->finish();
    if (!failure.empty())
        return fail(failure);
    return written;
}

// One that is being carried out changes memory, which the state at the end of the stream must know of.
void RecordingRun::awaitCommand()
{
    const std::lock_guard lock(m_commandMutex);
}

std::string RecordingRun::work(const StepListener& onStep)
{
    if (!m_plan.workload->hasSteps)
        m_control.becomeIdle();
    tell(RecorderState::Running);
    DeviceTeam team(namesOf(m_plan.devices), m_plan.parallel);
    const std::string failure = team.run([&](DeviceTeam::Member& member) {
        try {
            runCopy(member, onStep);
        } catch (...) {
            // Also the copies that halt in the middle of a step; what holds does not end yet.
            m_plan.hold ? m_control.resume() : m_control.stop();
            throw;
        }
    });
    if (!failure.empty() && !m_plan.hold)
        return failure;
    // A workload that failed is held as well: what it left in memory may say why.
    if (m_plan.hold && m_plan.workload->hasSteps && !m_control.isStopping()) {
        m_control.becomeIdle();
        m_yield.becomeIdle();
        tell(RecorderState::Holding, failure);
    }
    if (m_plan.hold || !m_plan.workload->hasSteps)
        m_control.waitForStop();
    return failure;
}

void RecordingRun::runCopy(DeviceTeam::Member& member, const StepListener& onStep)
{
    const c10::DeviceGuard device(torchDevice(m_plan.devices[member.place()]));
    member.inTurn([&] { setUpCopy(member); });
    member.meet([&] { m_memory->sample("setup"); });
    if (!m_plan.workload->hasSteps)
        return;
    Workload& copy = *m_copies[member.place()];
    m_steps.run(
        member, [&](std::int64_t step) { return copy.step(step); },
        [&](std::int64_t step, double loss) {
            endStep({step, loss, {}}, onStep);
        });
}

// Every copy begins from the same random numbers, so all of them begin as the same model.
void RecordingRun::setUpCopy(DeviceTeam::Member& member)
{
    const std::size_t place = member.place();
    torch::manual_seed(m_plan.seed);
    m_copies[place] =
        m_plan.workload->make({*m_recorder, torchDevice(m_plan.devices[place]), m_plan.seed + place, place,
                                  &member, m_plan.activations, m_plan.labelsTensors},
            m_plan.values);
    m_copies[place]->setUp();
}

void RecordingRun::endStep(StepReport report, const StepListener& onStep)
{
    m_stepsDone = report.step;
    report.stats = m_memory->sample(fmt::format("step {}", report.step));
    tell(RecorderState::Running);
    onStep(report);
}

void RecordingRun::commandsEnded()
{
    if (!m_plan.workload->hasSteps && !m_plan.hold)
        m_control.stop();
    else
        m_yield.commandsEnded();
}

void RecordingRun::tell(RecorderState state, std::string text)
{
    m_recorder->status({state, m_stepsDone, m_plan.steps, std::move(text)});
}

} // namespace tidemark
