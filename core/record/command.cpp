// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/command.h"

#include "core/base/bytes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace tidemark {

namespace {

struct CommandSpec {
    std::string_view word;
    CommandKind kind;
    std::string_view argument; // empty: takes none
    std::string_view help;
};

constexpr std::array<CommandSpec, 13> commandSpecs = {{
    {"empty_cache", CommandKind::EmptyCache, "", "return cached segments to the device"},
    {"pause", CommandKind::Pause, "", "halt the workload at its next operator"},
    {"resume", CommandKind::Resume, "", "go on after a pause"},
    {"step", CommandKind::Step, "", "run to the end of this training step, or of the next one, then halt"},
    {"mark", CommandKind::Mark, "NAME", "put a mark on the time line"},
    {"reset_peak", CommandKind::ResetPeak, "", "let the peaks start again from the present figures"},
    {"alloc", CommandKind::Alloc, "SIZE",
        "make a tensor of that many bytes and hold it (alloc 64MiB, or alloc 64MiB cuda:1)"},
    {"free", CommandKind::Free, "ID", "let go of a tensor made by alloc"},
    {"stats", CommandKind::Stats, "", "say what the allocator has allocated and reserved"},
    {"yield", CommandKind::Yield, "",
        "give the memory to others: move all to host memory when this step ends, and halt"},
    {"restore", CommandKind::Restore, "", "take the memory back after a yield, and go on"},
    {"stop", CommandKind::Stop, "", "end the run cleanly"},
    {"help", CommandKind::Help, "", "this list"},
}};

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blank = " \t\r\n";
    const auto first = text.find_first_not_of(blank);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

const CommandSpec* findSpec(std::string_view word)
{
    const auto found = std::find_if(commandSpecs.begin(), commandSpecs.end(),
        [word](const CommandSpec& spec) { return spec.word == word; });
    return found == commandSpecs.end() ? nullptr : &*found;
}

std::string knownWords()
{
    std::array<std::string_view, commandSpecs.size()> words;
    std::transform(commandSpecs.begin(), commandSpecs.end(), words.begin(),
        [](const CommandSpec& spec) { return spec.word; });
    return fmt::format("{}", fmt::join(words, ", "));
}

Expected<std::uint64_t> parseTensorSize(std::string_view text)
{
    const auto bytes = parseBytes(text);
    if (!bytes)
        return bytes;
    constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (*bytes == 0 || *bytes > largest)
        return fail(fmt::format("A tensor cannot have {} bytes: give a size from 1 to {}.", *bytes, largest));
    return bytes;
}

Expected<std::uint64_t> parseTensorId(std::string_view text)
{
    std::uint64_t id = 0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, id);
    if (result.ec != std::errc() || result.ptr != end)
        return fail(fmt::format("'{}' is no tensor id: give the number that alloc answered.", text));
    return id;
}

// "64MiB", "1.5 GiB" or "64MiB cuda:1".
Expected<void> readAlloc(std::string_view text, Command& command)
{
    const auto lastWord = text.find_last_of(" \t");
    const std::string_view last = lastWord == std::string_view::npos ? "" : text.substr(lastWord + 1);
    if (last.starts_with("cuda") || last.starts_with("cpu")) {
        command.device = last;
        text = trimmed(text.substr(0, lastWord));
    }
    const auto bytes = parseTensorSize(text);
    if (!bytes)
        return tl::unexpected(bytes.error());
    command.number = *bytes;
    return {};
}

} // namespace

Expected<Command> parseCommand(std::string_view line)
{
    const std::string_view text = trimmed(line);
    const std::string_view word = text.substr(0, text.find_first_of(" \t"));
    const std::string_view argument = trimmed(text.substr(word.size()));
    const CommandSpec* spec = findSpec(word);
    if (spec == nullptr)
        return fail(fmt::format("There is no command '{}'. The commands are {}.", word, knownWords()));
    if (argument.empty() && !spec->argument.empty())
        return fail(fmt::format("'{}' needs something to work on: {} {}.", word, word, spec->argument));
    if (!argument.empty() && spec->argument.empty())
        return fail(fmt::format("'{}' takes nothing behind it, but '{}' came.", word, argument));

    Command command{spec->kind, {}, 0};
    if (spec->kind == CommandKind::Mark) {
        command.name = argument;
    } else if (spec->kind == CommandKind::Alloc) {
        if (const auto read = readAlloc(argument, command); !read)
            return tl::unexpected(read.error());
    } else if (spec->kind == CommandKind::Free) {
        const auto id = parseTensorId(argument);
        if (!id)
            return tl::unexpected(id.error());
        command.number = *id;
    }
    return command;
}

std::string commandHelp()
{
    std::string help = "Commands, one a line:";
    for (const CommandSpec& spec : commandSpecs)
        help += fmt::format("\n  {:<12} {}", fmt::format("{} {}", spec.word, spec.argument), spec.help);
    return help;
}

} // namespace tidemark
