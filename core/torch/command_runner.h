// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/command.h"
#include "core/record/recorder.h"
#include "core/record/run_control.h"
#include "core/torch/courtesy/memory_yield.h"
#include "core/torch/driver_watch.h"
#include "core/torch/run_memory.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <torch/types.h>
#include <vector>

namespace tidemark {

// Does what command lines say, while the workload runs, and answers each in the stream. One thread at a time.
class CommandRunner {
public:
    // All must outlive this.
    CommandRunner(RunMemory& memory, Recorder& recorder, RunControl& control, MemoryYield& yield,
        DriverWatch& driver, const std::vector<RunDevice>& devices);

    // `heard` is told the answer, which is in the stream by then: before this returns or, where the command
    // waits for a step's end, later and on another thread.
    using AnswerListener = std::function<void(const Answer&)>;
    void run(std::string_view line, const AnswerListener& heard);

private:
    void deliver(Answer answer, std::string line, const AnswerListener& heard);
    bool handOver(CommandKind kind, const std::string& line, const AnswerListener& heard);
    Answer attempt(const Command& command);
    Answer execute(const Command& command);
    Answer emptyCache();
    std::vector<RecordedMemory::Emptied> emptiedAndWatched();
    Answer steer(CommandKind kind);
    Answer resetPeak();
    Answer allocate(std::uint64_t bytes, const std::string& device);
    Answer release(std::uint64_t id);
    Answer tellStats();

    struct Held {
        torch::Tensor tensor;
        std::size_t device = 0;
    };
    Expected<std::size_t> findDevice(const std::string& name) const; // empty: the first
    std::vector<std::string> deviceNames() const;

    RunMemory& m_memory;
    Recorder& m_recorder;
    RunControl& m_control;
    MemoryYield& m_yield;
    DriverWatch& m_driver;
    const std::vector<RunDevice>& m_devices;
    std::map<std::uint64_t, Held> m_held; // by id
    std::uint64_t m_lastId = 0;
};

} // namespace tidemark
