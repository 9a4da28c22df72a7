// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/tide_messages.h"
#include "core/record/recorder.h"
#include "core/record/run_control.h"
#include "core/torch/courtesy/moved_memory.h"
#include "core/torch/run_memory.h"
#include "core/torch/workload.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

// Gives a run's memory to others for a while, as pytorch_memlab's Courtesy: between two steps all that lives
// on moves to host memory and the cache is emptied; the run halts until the memory is asked back, and goes on
// with the same numbers. Tensors made by commands stay where they are, and so does what the driver
// holds for the process; a library's workspace is freed.
class MemoryYield {
public:
    using Copies = std::vector<std::unique_ptr<Workload>>;
    // All must outlive this. `copies` are the workload's, by device.
    MemoryYield(const Copies& copies, const RunPlan& plan, RunMemory& memory, Recorder& recorder,
        RunControl& control);

    // What comes of a command is told once, on whichever thread finds out; it may not call back.
    using AnswerListener = std::function<void(Answer)>;
    // At the end of the present step, or at once where no step runs or is to come.
    void yield(AnswerListener heard);
    void restore(AnswerListener heard);
    bool hasYielded() const; // and has not been asked to restore
    // Nobody can ask for it back any more: done now, and what was asked for and not done is dropped.
    void commandsEnded();
    // No step will come any more, and commands still do: does what was left to do.
    void becomeIdle();
    void runEnds(); // refuses what was asked for and has not been done

    // RunControl::beginStep(), with the memory that was asked for given before it, and back behind it.
    bool beginStep();

private:
    using Request = std::optional<AnswerListener>;

    Request taken(Request& request);
    bool isOut() const;
    void haltUntilRestore();
    void carryOutYield(); // when it was asked for
    bool carryOutRestore(); // false: what was to come back did not fit
    Answer giveAway();
    std::vector<std::int64_t> moveOut(); // bytes, by device
    Answer bringBack();
    std::vector<std::string> deviceNames() const;

    const Copies& m_copies;
    const RunPlan& m_plan;
    RunMemory& m_memory;
    Recorder& m_recorder;
    RunControl& m_control;
    std::vector<MovedMemory> m_moved; // by device
    mutable std::mutex m_mutex; // for what follows
    Request m_yield; // asked for, and not done yet
    Request m_restore;
    bool m_isOut = false; // memory is, or some of it
    bool m_hasCommands = true; // restore may still come
};

} // namespace tidemark
