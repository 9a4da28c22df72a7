// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/report_json.h"
#include "core/analysis/replay/device_history.h"
#include "core/simulate/suggestion.h"

#include <span>
#include <string>
#include <vector>

namespace tidemark {

// One line of the table of runs.
struct RunRow {
    std::string name; // settings
    std::uint64_t limit = 0; // bytes; 0: none
    RunFigures figures;
    std::vector<SimulatedOom> ooms;
    std::uint64_t servedOoms = 0; // requests that the recorded run was refused and that are served here
};

// What the recorded run itself came to: its curves, and the calls that its trace shows.
RunRow recordedRow(const Device& device, const DeviceHistory& history, const CheckedProgram& checked);

// "12,309 of 12,309 decisions equal", what was given, and the first difference.
std::string checkText(const CheckedProgram& checked);
// Rows under each other, sizes in three figures.
std::string runTable(std::span<const RunRow> rows);
std::string oomText(const RunRow& row);
std::string suggestionText(const Suggestion& suggestion, const CheckedProgram& checked);

Json checkJson(const CheckedProgram& checked);
Json runJson(const RunRow& row);
Json suggestionJson(const Suggestion& suggestion, const CheckedProgram& checked);

// Of a trial, in words: the settings, and the calls that the program has to make.
std::string trialName(const Trial& trial);

} // namespace tidemark
