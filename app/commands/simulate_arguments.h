// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command_support.h"
#include "core/simulate/check.h"

namespace tidemark {

// What a file does not tell of the run it was recorded from.
struct RecordedArguments : FileArguments {
    std::string recordedLimit;
    std::string recordedPolicy;
    std::string capacity;
};

void addRecordedOptions(CLI::App& command, RecordedArguments& arguments);

Expected<CheckOptions> checkOptionsOf(const RecordedArguments& arguments);

// Reads the file, runs its program again under its own settings, and hands both to `use`.
int withChecked(const RecordedArguments& arguments,
    const std::function<int(const AnalyzedRecording&, std::size_t device, const CheckedProgram&)>& use);

} // namespace tidemark
