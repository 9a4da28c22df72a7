// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/exit_code.h"

#include <CLI/CLI.hpp>

namespace tidemark {

// Adds the commands that need no window. Running one sets `exitCode`.
void addCommands(CLI::App& app, int& exitCode);

// One each.
void addInfoCommand(CLI::App& app, int& exitCode);
void addSeriesCommand(CLI::App& app, int& exitCode);
void addBlocksCommand(CLI::App& app, int& exitCode);
void addConvertCommand(CLI::App& app, int& exitCode);
void addSimulateCommand(CLI::App& app, int& exitCode);
void addSuggestCommand(CLI::App& app, int& exitCode);
void addCheckCommand(CLI::App& app, int& exitCode);
void addWhyCommand(CLI::App& app, int& exitCode);
void addReportCommand(CLI::App& app, int& exitCode);
void addGlossaryCommand(CLI::App& app, int& exitCode);
void addScopesCommand(CLI::App& app, int& exitCode);
void addStepsCommand(CLI::App& app, int& exitCode);
void addDiffCommand(CLI::App& app, int& exitCode);
void addAssertCommand(CLI::App& app, int& exitCode);
void addPeakCommand(CLI::App& app, int& exitCode);
void addTensorsCommand(CLI::App& app, int& exitCode);
void addTableCommands(CLI::App& app, int& exitCode); // events, allocations, segments, stacks
void addBatchCommand(CLI::App& app, int& exitCode);

} // namespace tidemark
