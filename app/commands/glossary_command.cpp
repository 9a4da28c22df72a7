// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "core/analysis/explain/glossary.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

struct GlossaryArguments {
    std::vector<std::string> words;
};

std::string entryText(const GlossaryEntry& entry)
{
    std::string text = fmt::format("{}\n  {}\n", entry.term, entry.meaning);
    if (!entry.api.empty())
        text += fmt::format("  In PyTorch: {}\n", entry.api);
    return text + fmt::format("  In the picture: {}\n", entry.place);
}

int runGlossary(const GlossaryArguments& arguments)
{
    std::string wanted;
    for (const std::string& word : arguments.words)
        wanted += (wanted.empty() ? "" : " ") + word;
    const auto matches = glossaryMatches(wanted);
    if (matches.empty())
        return complain(ExitWrongUsage,
            fmt::format("no term of the glossary has \"{}\" in it; tidemark glossary lists all", wanted));
    const GlossaryEntry* exact = wanted.empty() ? nullptr : glossaryEntry(wanted);
    std::string text;
    for (const GlossaryEntry* entry : matches) {
        if (exact == nullptr || entry == exact)
            text += (text.empty() ? "" : "\n") + entryText(*entry);
    }
    return print(text);
}

} // namespace

void addGlossaryCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<GlossaryArguments>();
    CLI::App* command = app.add_subcommand("glossary", "The words of PyTorch's memory API, explained");
    command->add_option("TERM", arguments->words, "a term, or words in its explanation; none: all of them");
    command->callback([arguments, &exitCode] { exitCode = runGlossary(*arguments); });
}

} // namespace tidemark
