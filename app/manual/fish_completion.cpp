// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/completion.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

std::string fishText(std::string_view text)
{
    std::string escaped = "'";
    for (const char character : text) {
        if (character == '\'' || character == '\\')
            escaped += '\\';
        escaped += character == '\n' ? ' ' : character;
    }
    return escaped + '\'';
}

// `when`: the condition under which the option is offered; empty: always.
void appendFishOptions(
    std::string& script, const CommandInfo& program, const CommandInfo& command, std::string_view when)
{
    for (const OptionInfo& option : command.options) {
        if (option.isArgument())
            continue;
        script += fmt::format("complete -c {}{}", program.name, when);
        for (const std::string& name : option.names)
            script += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        if (!option.choices.empty()) {
            script += " -x -a '";
            for (const std::string& choice : option.choices)
                script += (&choice == option.choices.data() ? "" : " ") + choice;
            script += '\'';
        } else if (!option.value.empty()) {
            script += " -r -F";
        }
        script += " -d " + fishText(option.description) + '\n';
    }
}

} // namespace

std::string fishCompletion(const CommandInfo& program)
{
    std::string script = fmt::format("# Completion of {0} for fish, written by {0} itself.\n", program.name);
    appendFishOptions(script, program, program, program.commands.empty() ? "" : " -n __fish_use_subcommand");
    for (const CommandInfo& command : program.commands)
        script += fmt::format("complete -c {} -n __fish_use_subcommand -a {} -d {}\n", program.name,
            command.name, fishText(command.description));
    for (const CommandInfo& command : program.commands)
        appendFishOptions(
            script, program, command, fmt::format(" -n '__fish_seen_subcommand_from {}'", command.name));
    return script;
}

} // namespace tidemark
