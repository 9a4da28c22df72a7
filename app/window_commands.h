// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

namespace tidemark {

// The window itself, which opens when no command is given, and `picture`. A build without the window says so
// instead.
void addWindowCommands(CLI::App& app, int& exitCode);

} // namespace tidemark
