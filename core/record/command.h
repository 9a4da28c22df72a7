// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tidemark {

enum class CommandKind : std::uint8_t {
    EmptyCache, // return cached segments to the device
    Pause, // halt the workload at its next operator
    Resume,
    Step, // run to the end of a training step, then halt
    Mark, // put a named mark on the time line
    ResetPeak, // peaks of memory_stats() start again from here
    Alloc, // make a tensor and hold it, on one device
    Free, // let go of a tensor made by Alloc
    Stats, // say the allocator's figures
    Yield, // between two steps, move what lives on to host memory, and halt
    Restore, // move it back, and go on
    Stop, // end the run cleanly
    Help,
};

// One line that came on the recorder's standard input.
struct Command {
    CommandKind kind = CommandKind::Help;
    std::string name; // Mark: its name
    std::uint64_t number = 0; // Alloc: bytes, at least 1; Free: the id that Alloc answered
    std::string device = {}; // Alloc: as it is written, such as "cuda:1"; empty: the run's first

    bool operator==(const Command&) const = default;
};

// Reads one line, with or without its line end. What is unknown or incomplete is refused with a sentence that
// says how the line should look.
Expected<Command> parseCommand(std::string_view line);

// Every command with one line of explanation.
std::string commandHelp();

} // namespace tidemark
