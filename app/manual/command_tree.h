// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace tidemark {

// One option or argument of a command, as its own help tells of it.
struct OptionInfo {
    std::vector<std::string> names; // "-o", "--output"; none: told apart by its place
    std::string value; // "FILE": what its value is called; empty: it has none
    std::vector<std::string> choices; // what the value may be; empty: anything
    std::string defaultText;
    std::string description;
    bool isRequired = false;
    bool isRepeated = false;

    bool isArgument() const { return names.empty(); }
};

struct CommandInfo {
    std::string name;
    std::string description;
    std::string footer;
    std::vector<OptionInfo> options; // arguments first, in their order
    std::vector<CommandInfo> commands;
};

// A program's command line with everything that its help shows.
CommandInfo commandTree(const CLI::App& app);

// "tidemark series [OPTIONS] FILE [MORE...]", without the program's name.
std::string usageOf(const CommandInfo& command);

} // namespace tidemark
