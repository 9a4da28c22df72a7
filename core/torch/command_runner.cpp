// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/command_runner.h"

#include "core/base/bytes.h"
#include "core/torch/tensor_allocator.h"

#include <ATen/record_function.h>
#include <c10/util/Exception.h>
#include <cstring>
#include <fmt/format.h>

namespace tidemark {

namespace {

using Figures = std::vector<std::pair<std::string, std::int64_t>>;

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

Figures levelFigures(const MemoryStats& stats)
{
    return {{"allocated_bytes", stats.of(StatKind::AllocatedBytes).current},
        {"active_bytes", stats.of(StatKind::ActiveBytes).current},
        {"reserved_bytes", stats.of(StatKind::ReservedBytes).current}};
}

Figures withLevels(Figures figures, const MemoryStats& stats)
{
    const Figures levels = levelFigures(stats);
    figures.insert(figures.end(), levels.begin(), levels.end());
    return figures;
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

} // namespace

CommandRunner::CommandRunner(
    RecordedMemory& memory, Recorder& recorder, RunControl& control, torch::Device device)
    : m_memory(memory)
    , m_recorder(recorder)
    , m_control(control)
    , m_device(device)
{ }

Answer CommandRunner::run(std::string_view line)
{
    // Operators of this thread are not the workload's: they must not halt at a pause.
    const at::DisableRecordFunctionGuard unobserved;
    const auto command = parseCommand(line);
    Answer answer;
    if (!command)
        answer = refused(command.error().message);
    else if (m_control.isStopping())
        answer = refused("The run is ending already.");
    else
        answer = execute(*command);
    answer.command = line;
    m_recorder.answer(answer);
    // Only now: a run that ends closes its stream, and this answer belongs into it.
    if (command && command->kind == CommandKind::Stop)
        m_control.stop();
    return answer;
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
        m_memory.resetPeak();
        return accepted("The peaks start again from the present figures.");
    case CommandKind::Alloc:
        return allocate(command.number);
    case CommandKind::Free:
        return release(command.number);
    case CommandKind::Stats:
        return tellStats();
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
    const RecordedMemory::Emptied emptied = m_memory.emptyCache();
    const auto returned = static_cast<std::int64_t>(emptied.returned.bytes);
    const auto kept = static_cast<std::int64_t>(emptied.keptFreeBytes);
    std::string text = fmt::format(
        "Returned {} in {}.", exactBytes(returned), counted(emptied.returned.segments, "segment"));
    if (kept > 0)
        text += fmt::format(" {} of free memory stays, beside live blocks in {}.", exactBytes(kept),
            counted(emptied.pinnedSegments, "segment"));
    return accepted(std::move(text),
        withLevels({{"returned_bytes", returned},
                       {"returned_segments", static_cast<std::int64_t>(emptied.returned.segments)},
                       {"kept_free_bytes", kept},
                       {"pinned_segments", static_cast<std::int64_t>(emptied.pinnedSegments)},
                       {"duration_us", emptied.duration.count()}},
            emptied.after));
}

Answer CommandRunner::steer(CommandKind kind)
{
    if (m_control.isIdle())
        return refused("No training step is running or to come, so there is nothing to pause or resume.");
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

Answer CommandRunner::allocate(std::uint64_t bytes)
{
    const ContextScope scope(m_recorder, FrameKind::Scope, "alloc");
    try {
        torch::Tensor tensor = makeTensor(bytes, m_device);
        const auto id = ++m_lastId;
        m_held.emplace(id, std::move(tensor));
        const MemoryStats stats = m_memory.sample("alloc");
        return accepted(fmt::format("Tensor {} holds {}.", id, exactBytes(static_cast<std::int64_t>(bytes))),
            withLevels({{"id", static_cast<std::int64_t>(id)}}, stats));
    } catch (const c10::Error& error) {
        return refused(error.what_without_backtrace());
    } catch (const RunStopped& stopped) {
        return refused(stopped.what());
    }
}

Answer CommandRunner::release(std::uint64_t id)
{
    if (!m_held.contains(id))
        return refused(fmt::format(
            "There is no tensor {} to free; {} can be freed.", id, counted(m_held.size(), "tensor")));
    const ContextScope scope(m_recorder, FrameKind::Scope, "free");
    m_held.erase(id);
    const MemoryStats stats = m_memory.sample("free");
    return accepted(fmt::format("Tensor {} is freed.", id), levelFigures(stats));
}

Answer CommandRunner::tellStats()
{
    const MemoryStats stats = m_memory.sample("stats");
    std::string text = fmt::format("Allocated {}, active {}, reserved {}.",
        exactBytes(stats.of(StatKind::AllocatedBytes).current),
        exactBytes(stats.of(StatKind::ActiveBytes).current),
        exactBytes(stats.of(StatKind::ReservedBytes).current));
    return accepted(std::move(text), withLevels(stats.flattened(), stats));
}

} // namespace tidemark
