// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/man_page.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

// The code point that a text begins with, which is taken off it. The help is ours, and valid UTF-8.
char32_t takeCharacter(std::string_view& text)
{
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    char32_t character = length == 1 ? lead : lead & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length && i < text.size(); ++i)
        character = (character << 6) | (static_cast<unsigned char>(text[i]) & 0x3f);
    text.remove_prefix(std::min(length, text.size()));
    return character;
}

std::string roff(std::string_view text)
{
    std::string escaped;
    while (!text.empty()) {
        const bool isLineStart = escaped.empty() || escaped.back() == '\n';
        const char32_t character = takeCharacter(text);
        if (isLineStart && (character == '.' || character == '\''))
            escaped += "\\&";
        if (character == '\\')
            escaped += "\\e";
        else if (character == '-')
            escaped += "\\-";
        else if (character < 0x80)
            escaped += static_cast<char>(character);
        else
            escaped += fmt::format("\\[u{:04X}]", static_cast<std::uint32_t>(character));
    }
    return escaped;
}

std::string bold(std::string_view text)
{
    return "\\fB" + roff(text) + "\\fR";
}

std::string italic(std::string_view text)
{
    return "\\fI" + roff(text) + "\\fR";
}

std::string headOf(const OptionInfo& option)
{
    if (option.isArgument())
        return italic(option.value) + (option.isRepeated ? " ..." : "");
    std::string head;
    for (const std::string& name : option.names)
        head += (head.empty() ? "" : ", ") + bold(name);
    if (!option.value.empty())
        head += (option.names.back().starts_with("--") ? "=" : " ") + italic(option.value);
    return head;
}

void appendOptions(std::string& page, const CommandInfo& command)
{
    for (const OptionInfo& option : command.options) {
        page += ".TP\n" + headOf(option) + '\n' + roff(option.description);
        if (!option.choices.empty()) {
            page += "\n.br\nOne of";
            for (const std::string& choice : option.choices)
                page += (&choice == option.choices.data() ? " " : ", ") + bold(choice);
        }
        if (!option.defaultText.empty())
            page += "\n.br\nDefault: " + roff(option.defaultText);
        page += '\n';
    }
}

void appendCommand(std::string& page, const CommandInfo& program, const CommandInfo& command)
{
    page += ".SS \"" + roff(command.name) + "\"\n";
    page += ".B " + roff(program.name) + ' ' + roff(usageOf(command)) + "\n.PP\n" + roff(command.description)
        + ".\n";
    appendOptions(page, command);
}

void appendSynopsis(std::string& page, const CommandInfo& program)
{
    page += ".SH SYNOPSIS\n.B " + roff(usageOf(program)) + '\n';
    if (!program.commands.empty())
        page += ".br\n.B " + roff(program.name) + " COMMAND [OPTIONS] ARGUMENTS...\n";
}

} // namespace

std::string manPage(const CommandInfo& program, const ManualText& text)
{
    std::string page = fmt::format(
        ".TH \"{}\" 1 \"\" \"tidemark {}\" \"User Commands\"\n", roff(program.name), TIDEMARK_VERSION);
    page += ".\\\" Written by the program itself: see app/manual.\n";
    page += fmt::format(".SH NAME\n{} \\- {}\n", roff(program.name), roff(text.summary));
    appendSynopsis(page, program);
    page += ".SH DESCRIPTION\n" + roff(program.description) + '\n';
    page += ".SH OPTIONS\n";
    appendOptions(page, program);
    if (!program.commands.empty())
        page += ".SH COMMANDS\n";
    for (const CommandInfo& command : program.commands)
        appendCommand(page, program, command);
    if (!program.footer.empty())
        page += ".SH NOTES\n.nf\n" + roff(program.footer) + "\n.fi\n";
    page += ".SH EXIT STATUS\n";
    for (const auto& [code, meaning] : text.exitCodes)
        page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", code, roff(meaning));
    if (!text.seeAlso.empty())
        page += fmt::format(".SH SEE ALSO\n.BR {} (1)\n", roff(text.seeAlso));
    return page;
}

} // namespace tidemark
