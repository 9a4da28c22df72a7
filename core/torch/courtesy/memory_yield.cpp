// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/courtesy/memory_yield.h"

#include "core/base/bytes.h"
#include "core/torch/device_figures.h"
#include "core/torch/run_stopped.h"
#include "core/torch/torch_device.h"
#ifdef TIDEMARK_CUDA
#include "core/torch/cuda/library_workspaces.h"
#endif

#include <ATen/record_function.h>
#include <algorithm>
#include <c10/util/Exception.h>
#include <chrono>
#include <fmt/format.h>
#include <iterator>
#include <new>
#include <utility>

namespace tidemark {

namespace {

using Clock = std::chrono::steady_clock;

Answer refusal(std::string text)
{
    return {{}, false, std::move(text), {}};
}

std::int64_t microsecondsSince(Clock::time_point start)
{
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
}

std::string bytesAndTime(std::int64_t bytes, std::int64_t microseconds)
{
    return fmt::format("{} ({} B) in {:.3f} s", formatBytes(bytes), formatExact(bytes),
        static_cast<double>(microseconds) / 1e6);
}

// What LibTorch throws, as the answer that it is.
template <class Work>
Answer attempted(Work work)
{
    // Operators of this thread are not the workload's here: they must not halt at a pause.
    const at::DisableRecordFunctionGuard unobserved;
    try {
        return work();
    } catch (const c10::Error& error) {
        return refusal(error.what_without_backtrace());
    } catch (const RunStopped& stopped) {
        return refusal(stopped.what());
    } catch (const std::bad_alloc&) {
        return refusal("Host memory is not enough for what would move there.");
    }
}

} // namespace

MemoryYield::MemoryYield(
    const Copies& copies, const RunPlan& plan, RunMemory& memory, Recorder& recorder, RunControl& control)
    : m_copies(copies)
    , m_plan(plan)
    , m_memory(memory)
    , m_recorder(recorder)
    , m_control(control)
{
    for (const RunDevice& device : plan.devices)
        m_moved.emplace_back(torchDevice(device));
}

void MemoryYield::yield(AnswerListener heard)
{
    if (!m_plan.workload->hasSteps) {
        heard(refusal(fmt::format("Nothing of {} lives on between steps: it has none. Free what alloc made.",
            m_plan.workload->name)));
        return;
    }
    {
        // With the lock held until the gate is set: whoever carries it out closes the gate behind that.
        const std::lock_guard lock(m_mutex);
        if (m_isOut || m_yield) {
            heard(refusal(m_isOut ? "The memory is yielded already: restore brings it back."
                                  : "The memory is about to be yielded, at the end of the step."));
            return;
        }
        m_yield = std::move(heard);
        if (!m_control.isIdle())
            m_control.step();
    }
    if (m_control.isIdle())
        carryOutYield();
}

void MemoryYield::restore(AnswerListener heard)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_isOut || m_restore) {
            heard(refusal(m_isOut ? "The memory is about to come back."
                                  : "There is nothing to restore: no memory is yielded."));
            return;
        }
        m_restore = std::move(heard);
        if (!m_control.isIdle())
            m_control.resume();
    }
    if (m_control.isIdle())
        carryOutRestore();
}

bool MemoryYield::hasYielded() const
{
    const std::lock_guard lock(m_mutex);
    return m_isOut && !m_restore;
}

bool MemoryYield::isOut() const
{
    const std::lock_guard lock(m_mutex);
    return m_isOut;
}

void MemoryYield::commandsEnded()
{
    {
        const std::lock_guard lock(m_mutex);
        m_hasCommands = false;
    }
    if (const Request dropped = taken(m_yield))
        (*dropped)(refusal("No restore can come any more, so the memory stays."));
    if (m_control.isIdle() && isOut())
        carryOutRestore();
    m_control.resume();
}

void MemoryYield::becomeIdle()
{
    carryOutYield();
}

void MemoryYield::runEnds()
{
    for (Request* request : {&m_yield, &m_restore}) {
        if (const Request dropped = taken(*request))
            (*dropped)(refusal("The run ended before that."));
    }
}

bool MemoryYield::beginStep()
{
    for (;;) {
        carryOutYield();
        if (!m_control.beginStep())
            return false;
        {
            const std::lock_guard lock(m_mutex);
            if (m_yield) // while it halted here
                continue;
        }
        if (!isOut() || carryOutRestore())
            return true;
        const std::lock_guard lock(m_mutex);
        if (!m_hasCommands) // to ask again
            return false;
    }
}

MemoryYield::Request MemoryYield::taken(Request& request)
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(request, std::nullopt);
}

// Before the answer is told: then it may be asked for again.
void MemoryYield::haltUntilRestore()
{
    const std::lock_guard lock(m_mutex);
    if (m_hasCommands && !m_restore && !m_control.isIdle())
        m_control.pause();
}

void MemoryYield::carryOutYield()
{
    const Request asked = taken(m_yield);
    if (!asked)
        return;
    const Answer answer = attempted([this] { return giveAway(); });
    // What cannot go as a whole stays as a whole, and the run goes on; where that fails too, restore tries
    // again.
    if (!answer.ok && (!isOut() || attempted([this] { return bringBack(); }).ok))
        m_control.resume();
    else
        haltUntilRestore();
    (*asked)(answer);
}

// Also when nobody asked: a run that goes on needs its memory.
bool MemoryYield::carryOutRestore()
{
    const Request asked = taken(m_restore);
    const Answer answer = attempted([this] { return bringBack(); });
    if (!answer.ok)
        haltUntilRestore();
    if (asked)
        (*asked)(answer);
    return answer.ok;
}

Answer MemoryYield::giveAway()
{
    const ContextScope scope(m_recorder, FrameKind::Scope, "yield");
    const auto start = Clock::now();
    const std::vector<std::int64_t> moved = moveOut();
#ifdef TIDEMARK_CUDA
    if (m_plan.devices.front().isCuda)
        freeLibraryWorkspaces();
#endif
    const std::vector<RecordedMemory::Emptied> emptied = m_memory.emptyCache();
    const std::int64_t duration = microsecondsSince(start);
    std::vector<Figures> figures;
    for (std::size_t device = 0; device < moved.size(); ++device) {
        Figures each = levelFigures(emptied[device].after);
        each.insert(each.begin(),
            {{"moved_bytes", moved[device]},
                {"returned_bytes", static_cast<std::int64_t>(emptied[device].returned.bytes)},
                {"returned_segments", static_cast<std::int64_t>(emptied[device].returned.segments)},
                {"duration_us", duration}});
        m_recorder.device(device).mark(
            MarkKind::Named, fmt::format("yield {}", formatBytes(moved[device])), moved[device]);
        figures.push_back(std::move(each));
    }
    Answer answer{{}, true, {}, figuresOfDevices(deviceNames(), figures)};
    answer.text = fmt::format("Moved {} to host memory; {} stays allocated, {} reserved.",
        bytesAndTime(answer.figure("moved_bytes"), duration), formatBytes(answer.figure("allocated_bytes")),
        formatBytes(answer.figure("reserved_bytes")));
    return answer;
}

std::vector<std::int64_t> MemoryYield::moveOut()
{
    // Also when it ends early: then some is out.
    const std::unique_ptr<MemoryYield, void (*)(MemoryYield*)> whenDone(this, [](MemoryYield* self) {
        const std::lock_guard lock(self->m_mutex);
        self->m_isOut = true;
    });
    std::vector<std::int64_t> moved;
    for (std::size_t device = 0; device < m_copies.size(); ++device)
        moved.push_back(m_moved[device].moveOut(m_copies[device]->tensorsBetweenSteps()));
    return moved;
}

Answer MemoryYield::bringBack()
{
    const ContextScope scope(m_recorder, FrameKind::Scope, "restore");
    const auto start = Clock::now();
    std::vector<std::int64_t> moved;
    for (std::size_t device = 0; device < m_copies.size(); ++device) {
        moved.push_back(m_moved[device].moveBack());
        m_copies[device]->memoryMoved();
    }
    const std::int64_t duration = microsecondsSince(start);
    {
        const std::lock_guard lock(m_mutex);
        m_isOut = false;
    }
    const std::vector<MemoryStats> stats = m_memory.sample("restore");
    std::vector<Figures> figures;
    for (std::size_t device = 0; device < moved.size(); ++device) {
        Figures each = levelFigures(stats[device]);
        each.insert(each.begin(), {{"moved_bytes", moved[device]}, {"duration_us", duration}});
        m_recorder.device(device).mark(
            MarkKind::Named, fmt::format("restore {}", formatBytes(moved[device])), moved[device]);
        figures.push_back(std::move(each));
    }
    Answer answer{{}, true, {}, figuresOfDevices(deviceNames(), figures)};
    answer.text = fmt::format("Moved {} back.", bytesAndTime(answer.figure("moved_bytes"), duration));
    return answer;
}

std::vector<std::string> MemoryYield::deviceNames() const
{
    std::vector<std::string> names;
    std::transform(m_plan.devices.begin(), m_plan.devices.end(), std::back_inserter(names),
        [](const RunDevice& device) { return device.name(); });
    return names;
}

} // namespace tidemark
