// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/command.h"
#include "core/record/recorded_memory.h"
#include "core/record/recorder.h"
#include "core/record/run_control.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <torch/types.h>

namespace tidemark {

// Does what command lines say, while the workload runs, and answers each in the stream. One thread at a time.
class CommandRunner {
public:
    // All must outlive this.
    CommandRunner(RecordedMemory& memory, Recorder& recorder, RunControl& control, torch::Device device);

    // The answer, which is in the stream already.
    Answer run(std::string_view line);

private:
    Answer execute(const Command& command);
    Answer emptyCache();
    Answer steer(CommandKind kind);
    Answer allocate(std::uint64_t bytes);
    Answer release(std::uint64_t id);
    Answer tellStats();

    RecordedMemory& m_memory;
    Recorder& m_recorder;
    RunControl& m_control;
    torch::Device m_device; // of the tensors that commands make
    std::map<std::uint64_t, torch::Tensor> m_held; // by id
    std::uint64_t m_lastId = 0;
};

} // namespace tidemark
