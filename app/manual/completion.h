// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/manual/command_tree.h"

#include <string>

namespace tidemark {

// Completion of a program's command line: its commands, their options, what these may be, and files
// elsewhere. A script for each shell, to be put where that shell looks for the program's name.
std::string bashCompletion(const CommandInfo& program);
std::string zshCompletion(const CommandInfo& program);
std::string fishCompletion(const CommandInfo& program);

} // namespace tidemark
