// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/rule_files.h"

#include "core/base/bytes.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>

namespace tidemark {

namespace {

Expected<std::string> textOfRuleFile(const std::string& path)
{
    constexpr std::streamsize most = 1 << 20; // no person writes more
    std::string text(static_cast<std::size_t>(most) + 1, '\0');
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (file)
        file.read(text.data(), most + 1);
    if (!file.is_open() || file.bad() || (errno != 0 && file.gcount() == 0))
        return fail(fmt::format("{} cannot be read: {}", path, std::strerror(errno)));
    if (file.gcount() > most)
        return fail(fmt::format("{} is too long for a list of rules", path));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

template <class Rules>
Expected<Rules> readRules(const std::string& path)
{
    const auto text = textOfRuleFile(path);
    if (!text)
        return tl::unexpected(text.error());
    auto rules = Rules::parse(*text);
    return rules ? std::move(rules) : fail(fmt::format("{}: {}", path, rules.error().message));
}

} // namespace

Expected<Suppressions> readSuppressions(const std::string& path)
{
    return path.empty() ? Expected<Suppressions>() : readRules<Suppressions>(path);
}

Expected<ClassRules> readClassRules(const std::string& path)
{
    return readRules<ClassRules>(path);
}

CLI::Option* addSuppressionsOption(CLI::App& command, std::string& path)
{
    return command
        .add_option("--suppressions", path,
            "places whose memory is known to stay, a line each: leak:PATTERN, as LeakSanitizer and heaptrack "
            "read it; a pattern is a part of a function, file, module or operator in the stack, with * for "
            "anything, ^ and $ for its ends")
        ->type_name("FILE");
}

std::string suppressedSentence(
    const SuppressedAttribution& parts, std::uint64_t position, const std::string& path)
{
    const std::uint64_t count = parts.countAt(position);
    return fmt::format("{} bytes in {} {} are suppressed by {}; it holds {} of {} allocations",
        formatCount(parts.bytesAt(position)), formatCount(count), count == 1 ? "block" : "blocks", path,
        formatCount(parts.suppressed.size()),
        formatCount(parts.rest.allocations.size() + parts.suppressed.size()));
}

} // namespace tidemark
