// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/command_runner.h"

#include "core/base/bytes.h"
#include "core/torch/device_figures.h"
#include "core/torch/labels/tensor_labels.h"
#include "core/torch/run_stopped.h"
#include "core/torch/torch_device.h"

#include <ATen/record_function.h>
#include <algorithm>
#include <c10/util/Exception.h>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace tidemark {

namespace {

Answer accepted(std::string text, Figures figures = {})
{
    return {{}, true, std::move(text), std::move(figures)};
}

Answer refused(std::string text)
{
    return {{}, false, std::move(text), {}};
}

std::string exactBytes(std::int64_t bytes)
{
    return fmt::format("{} ({} B)", formatBytes(bytes), formatExact(bytes));
}

std::string counted(std::size_t count, std::string_view noun)
{
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

Figures joined(Figures figures, const Figures& more)
{
    figures.insert(figures.end(), more.begin(), more.end());
    return figures;
}

// The sentences of one device, or of each with its name before it.
std::string sentences(const std::vector<std::string>& devices, const std::vector<std::string>& each)
{
    if (devices.size() == 1)
        return each.front();
    std::string text;
    for (std::size_t device = 0; device < devices.size(); ++device)
        text += fmt::format(" {}: {}", devices[device], each[device]);
    return text;
}

std::string emptiedText(const RecordedMemory::Emptied& emptied)
{
    std::string text =
        fmt::format("Returned {} in {}.", exactBytes(static_cast<std::int64_t>(emptied.returned.bytes)),
            counted(emptied.returned.segments, "segment"));
    if (emptied.keptFreeBytes > 0)
        text += fmt::format(" {} of free memory stays, beside live blocks in {}.",
            exactBytes(static_cast<std::int64_t>(emptied.keptFreeBytes)),
            counted(emptied.pinnedSegments, "segment"));
    if (emptied.driverGained)
        text += *emptied.driverGained < 0
            ? fmt::format(
                " By the driver's count {} less is free on the device.", exactBytes(-*emptied.driverGained))
            : fmt::format(
                " By the driver's count {} more is free on the device.", exactBytes(*emptied.driverGained));
    return text;
}

Figures emptiedFigures(const RecordedMemory::Emptied& emptied)
{
    Figures figures = joined({{"returned_bytes", static_cast<std::int64_t>(emptied.returned.bytes)},
                                 {"returned_segments", static_cast<std::int64_t>(emptied.returned.segments)},
                                 {"kept_free_bytes", static_cast<std::int64_t>(emptied.keptFreeBytes)},
                                 {"pinned_segments", static_cast<std::int64_t>(emptied.pinnedSegments)},
                                 {"duration_us", emptied.duration.count()}},
        levelFigures(emptied.after));
    if (emptied.driverGained)
        figures.emplace_back("driver_gained_bytes", *emptied.driverGained);
    return figures;
}

std::string statsText(const Figures& levels)
{
    return fmt::format("Allocated {}, active {}, reserved {}.", exactBytes(levels[0].second),
        exactBytes(levels[1].second), exactBytes(levels[2].second));
}

// A tensor whose every page is resident, as if it had been computed.
torch::Tensor makeTensor(std::uint64_t bytes, torch::Device device)
{
    const auto options = torch::TensorOptions(torch::kUInt8).device(device);
    torch::Tensor tensor = torch::empty({static_cast<std::int64_t>(bytes)}, options);
    if (device.is_cpu())
        std::memset(tensor.data_ptr(), 1, bytes);
    return tensor;
}

template <class Value, class Function>
auto mapped(const std::vector<Value>& values, Function function)
{
    std::vector<decltype(function(values.front()))> results;
    std::transform(values.begin(), values.end(), std::back_inserter(results), function);
    return results;
}

} // namespace

CommandRunner::CommandRunner(RunMemory& memory, Recorder& recorder, RunControl& control, MemoryYield& yield,
    DriverWatch& driver, const std::vector<RunDevice>& devices)
    : m_memory(memory)
    , m_recorder(recorder)
    , m_control(control)
    , m_yield(yield)
    , m_driver(driver)
    , m_devices(devices)
{ }

void CommandRunner::run(std::string_view line, const AnswerListener& heard)
{
    // Operators of this thread are not the workload's: they must not halt at a pause.
    const at::DisableRecordFunctionGuard unobserved;
    const auto command = parseCommand(line);
    Answer answer;
    if (!command)
        answer = refused(command.error().message);
    else if (m_control.isStopping())
        answer = refused("The run is ending already.");
    else if (handOver(command->kind, std::string(line), heard))
        return;
    else
        answer = attempt(*command);
    if (command)
        m_driver.sampleNow();
    deliver(std::move(answer), std::string(line), heard);
    // Only now: a run that ends closes its stream, and this answer belongs into it.
    if (command && command->kind == CommandKind::Stop)
        m_control.stop();
}

void CommandRunner::deliver(Answer answer, std::string line, const AnswerListener& heard)
{
    answer.command = std::move(line);
    m_recorder.answer(answer);
    heard(answer);
}

// Commands that are answered when the workload's own threads have carried them out.
bool CommandRunner::handOver(CommandKind kind, const std::string& line, const AnswerListener& heard)
{
    const auto told = [this, line, heard](Answer answer) {
        m_driver.sampleNow();
        deliver(std::move(answer), line, heard);
    };
    if (kind == CommandKind::Yield)
        m_yield.yield(told);
    else if (kind == CommandKind::Restore)
        m_yield.restore(told);
    else
        return false;
    return true;
}

// A workload that failed on a device, and is held, may have left it such that LibTorch throws at every call.
Answer CommandRunner::attempt(const Command& command)
{
    try {
        return execute(command);
    } catch (const c10::Error& error) {
        return refused(error.what_without_backtrace());
    }
}

Answer CommandRunner::execute(const Command& command)
{
    switch (command.kind) {
    case CommandKind::EmptyCache:
        return emptyCache();
    case CommandKind::Pause:
    case CommandKind::Resume:
    case CommandKind::Step:
        return steer(command.kind);
    case CommandKind::Mark:
        m_recorder.mark(MarkKind::Named, command.name);
        return accepted(fmt::format("Marked '{}'.", command.name));
    case CommandKind::ResetPeak:
        return resetPeak();
    case CommandKind::Alloc:
        return allocate(command.number, command.device);
    case CommandKind::Free:
        return release(command.number);
    case CommandKind::Stats:
        return tellStats();
    case CommandKind::Yield:
    case CommandKind::Restore: // see handOver()
        break;
    case CommandKind::Stop:
        return accepted("The run ends.");
    case CommandKind::Help:
        return accepted(commandHelp());
    }
    return refused("This command is not known here.");
}

Answer CommandRunner::emptyCache()
{
    const ContextScope scope(m_recorder, FrameKind::Scope, "empty_cache");
    const std::vector<RecordedMemory::Emptied> emptied = emptiedAndWatched();
    std::string text = sentences(deviceNames(), mapped(emptied, emptiedText));
    if (emptied.size() > 1) {
        CacheRelease total;
        for (const RecordedMemory::Emptied& device : emptied)
            total += device.returned;
        text = fmt::format("Returned {} in {}, on {}.{}", exactBytes(static_cast<std::int64_t>(total.bytes)),
            counted(total.segments, "segment"), counted(emptied.size(), "device"), text);
    }
    return accepted(std::move(text), figuresOfDevices(deviceNames(), mapped(emptied, emptiedFigures)));
}

// Either of every device what the driver gained is known, or of none.
std::vector<RecordedMemory::Emptied> CommandRunner::emptiedAndWatched()
{
    m_driver.sampleNow();
    const auto before = m_driver.use();
    std::vector<RecordedMemory::Emptied> emptied = m_memory.emptyCache();
    const auto after = m_driver.use();
    const auto isKnown = [](const std::optional<std::int64_t>& use) { return use.has_value(); };
    if (!std::all_of(before.begin(), before.end(), isKnown)
        || !std::all_of(after.begin(), after.end(), isKnown))
        return emptied;
    for (std::size_t device = 0; device < emptied.size(); ++device)
        emptied[device].driverGained = *before[device] - *after[device];
    return emptied;
}

Answer CommandRunner::steer(CommandKind kind)
{
    if (m_control.isIdle())
        return refused("No training step is running or to come, so there is nothing to pause or resume.");
    if (m_yield.hasYielded())
        return refused("The run halts while its memory is yielded: restore brings it back.");
    if (kind == CommandKind::Pause) {
        m_control.pause();
        return accepted("The workload halts at its next operator.");
    }
    if (kind == CommandKind::Resume) {
        m_control.resume();
        return accepted("The workload goes on.");
    }
    m_control.step();
    return accepted("The workload runs to the end of its step and halts there.");
}

Answer CommandRunner::resetPeak()
{
    for (std::size_t device = 0; device < m_memory.deviceCount(); ++device)
        m_memory.recorded(device).resetPeak();
    if (m_devices.size() == 1)
        return accepted("The peaks start again from the present figures.");
    return accepted(
        fmt::format("The peaks of {} start again from the present figures.", fmt::join(deviceNames(), ", ")));
}

Answer CommandRunner::allocate(std::uint64_t bytes, const std::string& device)
{
    const auto place = findDevice(device);
    if (!place)
        return refused(place.error().message);
    const ContextScope scope(m_recorder, FrameKind::Scope, "alloc");
    try {
        torch::Tensor tensor = makeTensor(bytes, torchDevice(m_devices[*place]));
        const auto id = ++m_lastId;
        TensorLabels(m_recorder.device(*place), tensor.device())
            .label(tensor, MemoryCategory::Buffer, fmt::format("tensor {}", id));
        m_held.emplace(id, Held{std::move(tensor), *place});
        const MemoryStats stats = m_memory.recorded(*place).sample("alloc");
        const std::string where = m_devices.size() > 1 ? " on " + m_devices[*place].name() : "";
        return accepted(
            fmt::format("Tensor {} holds {}{}.", id, exactBytes(static_cast<std::int64_t>(bytes)), where),
            joined({{"id", static_cast<std::int64_t>(id)}}, levelFigures(stats)));
    } catch (const RunStopped& stopped) {
        return refused(stopped.what());
    }
}

Answer CommandRunner::release(std::uint64_t id)
{
    const auto found = m_held.find(id);
    if (found == m_held.end())
        return refused(fmt::format(
            "There is no tensor {} to free; {} can be freed.", id, counted(m_held.size(), "tensor")));
    const ContextScope scope(m_recorder, FrameKind::Scope, "free");
    const std::size_t device = found->second.device;
    m_held.erase(found);
    const MemoryStats stats = m_memory.recorded(device).sample("free");
    return accepted(fmt::format("Tensor {} is freed.", id), levelFigures(stats));
}

Answer CommandRunner::tellStats()
{
    const std::vector<MemoryStats> stats = m_memory.sample("stats");
    const std::vector<Figures> levels = mapped(stats, levelFigures);
    const std::vector<std::string> devices = deviceNames();
    Figures figures = figuresOfDevices(devices, levels);
    if (stats.size() == 1)
        return accepted(statsText(figures), joined(stats.front().flattened(), figures));
    std::string text = fmt::format("On {}: {}{}", counted(stats.size(), "device"), statsText(figures),
        sentences(devices, mapped(levels, statsText)));
    for (std::size_t device = 0; device < stats.size(); ++device) {
        for (const auto& [name, value] : stats[device].flattened())
            figures.emplace_back(fmt::format("{} {}", devices[device], name), value);
    }
    return accepted(std::move(text), std::move(figures));
}

Expected<std::size_t> CommandRunner::findDevice(const std::string& name) const
{
    if (name.empty())
        return std::size_t(0);
    const auto device = RunDevice::parse(name);
    if (!device)
        return tl::unexpected(device.error());
    const auto found = std::find(m_devices.begin(), m_devices.end(), *device);
    if (found == m_devices.end())
        return fail(fmt::format(
            "{} is not recorded in this run, which has {}.", name, fmt::join(deviceNames(), ", ")));
    return static_cast<std::size_t>(found - m_devices.begin());
}

std::vector<std::string> CommandRunner::deviceNames() const
{
    return mapped(m_devices, [](const RunDevice& device) { return device.name(); });
}

} // namespace tidemark
