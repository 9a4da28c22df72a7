// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/completion.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

// A function's name: "tidemark-record" is "_tidemark_record".
std::string bashFunction(const CommandInfo& program)
{
    std::string name = '_' + program.name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

std::string bashOptions(const CommandInfo& command)
{
    std::string words;
    for (const OptionInfo& option : command.options)
        for (const std::string& name : option.names)
            words += (words.empty() ? "" : " ") + name;
    return words;
}

std::string bashCommands(const CommandInfo& program, std::string_view between)
{
    std::string words;
    for (const CommandInfo& command : program.commands)
        words.append(words.empty() ? "" : between).append(command.name);
    return words;
}

// A case for each option whose value is one of a few words.
void appendChoices(std::string& script, std::string_view commandName, const CommandInfo& command)
{
    for (const OptionInfo& option : command.options) {
        if (option.choices.empty() || option.isArgument())
            continue;
        std::string cases;
        for (const std::string& name : option.names)
            cases += fmt::format("{}'{} {}'", cases.empty() ? "" : " | ", commandName, name);
        std::string words;
        for (const std::string& choice : option.choices)
            words += (words.empty() ? "" : " ") + choice;
        script += fmt::format("        {}) words='{}' ;;\n", cases, words);
    }
}

constexpr std::string_view bashBody =
    R"(    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command='' words='' i
    # "--option=value" comes as three words.
    if [[ $word == '=' ]]; then
        word=''
    elif [[ $before == '=' ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
)";

constexpr std::string_view bashEnd = R"(    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"; compgen -f -- "$word")
        compopt -o filenames 2>/dev/null
    fi
}
)";

} // namespace

std::string bashCompletion(const CommandInfo& program)
{
    std::string script = fmt::format("# Completion of {0} for bash, written by {0} itself.\n{1}()\n{{\n",
        program.name, bashFunction(program));
    script += bashBody;
    if (!program.commands.empty())
        script +=
            fmt::format("    for ((i = 1; i < COMP_CWORD; i++)); do\n        case ${{COMP_WORDS[i]}} in\n"
                        "            {}) command=${{COMP_WORDS[i]}}; break ;;\n        esac\n    done\n",
                bashCommands(program, " | "));
    script += "    case \"$command $before\" in\n";
    appendChoices(script, "", program);
    for (const CommandInfo& command : program.commands)
        appendChoices(script, command.name, command);
    script += "        *) ;;\n    esac\n    if [[ -n $words ]]; then\n"
              "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n        return\n    fi\n"
              "    local options\n    case $command in\n";
    for (const CommandInfo& command : program.commands)
        script += fmt::format("        {}) options='{}' ;;\n", command.name, bashOptions(command));
    script += fmt::format("        *) options='{}' words='{}' ;;\n    esac\n", bashOptions(program),
        bashCommands(program, " "));
    script += bashEnd;
    script += fmt::format("complete -F {} {}\n", bashFunction(program), program.name);
    return script;
}

} // namespace tidemark
