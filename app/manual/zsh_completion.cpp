// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/completion.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

// Text as it may stand between single quotes, in a place where zsh takes `special` characters for its own.
std::string zshText(std::string_view text, std::string_view special)
{
    std::string escaped;
    for (const char character : text) {
        if (character == '\'')
            escaped += "'\\''";
        else if (character == '\n')
            escaped += ' ';
        else if (character == '\\' || special.find(character) != std::string_view::npos)
            escaped.append("\\").append(1, character);
        else
            escaped += character;
    }
    return escaped;
}

std::string zshValue(const OptionInfo& option)
{
    if (option.choices.empty())
        return fmt::format(":{}:_files", zshText(option.value, ":"));
    std::string words;
    for (const std::string& choice : option.choices)
        words += (words.empty() ? "" : " ") + choice;
    return fmt::format(":{}:({})", zshText(option.value, ":"), words);
}

// One line of _arguments for each name, and for each argument.
std::string zshArguments(const CommandInfo& command, std::string_view indent)
{
    std::string lines;
    for (const OptionInfo& option : command.options) {
        if (option.isArgument()) {
            lines += fmt::format(
                " \\\n{}'{}:{}:_files'", indent, option.isRepeated ? "*" : "", zshText(option.value, ":"));
            continue;
        }
        for (const std::string& name : option.names)
            lines += fmt::format(" \\\n{}'{}{}{}[{}]{}'", indent, option.isRepeated ? "*" : "", name,
                option.value.empty()         ? ""
                    : name.starts_with("--") ? "="
                                             : "+",
                zshText(option.description, "[]"), option.value.empty() ? "" : zshValue(option));
    }
    return lines;
}

std::string zshWithCommands(const CommandInfo& program)
{
    CommandInfo own = program;
    std::erase_if(own.options, [](const OptionInfo& option) { return option.isArgument(); });
    std::string script = "_tidemark_commands()\n{\n    local -a commands=(\n";
    for (const CommandInfo& command : program.commands)
        script += fmt::format("        '{}:{}'\n", command.name, zshText(command.description, ":"));
    script += "    )\n    _describe -t commands command commands\n    _files\n}\n\n"
              "local curcontext=$curcontext state line\n";
    script += "_arguments -C" + zshArguments(own, "    ")
        + " \\\n    '1: :_tidemark_commands' \\\n    '*:: :->rest'\n"
          "[[ $state == rest ]] || return\ncase $words[1] in\n";
    for (const CommandInfo& command : program.commands)
        script += fmt::format("    {})\n        _arguments{}\n        ;;\n", command.name,
            zshArguments(command, "            "));
    return script + "    *) _files ;;\nesac\n";
}

} // namespace

std::string zshCompletion(const CommandInfo& program)
{
    const std::string head =
        fmt::format("#compdef {0}\n# Completion of {0} for zsh, written by {0} itself.\n\n", program.name);
    if (!program.commands.empty())
        return head + zshWithCommands(program);
    return head + "_arguments" + zshArguments(program, "    ") + '\n';
}

} // namespace tidemark
