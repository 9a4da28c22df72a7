// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/rules/rule_lines.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

std::string_view withoutBlanks(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::vector<RuleLine> ruleLines(std::string_view text)
{
    std::vector<RuleLine> lines;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = withoutBlanks(text.substr(0, end));
        if (!line.empty() && line.front() != '#')
            lines.push_back({number, line});
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

tl::unexpected<Error> inRuleLine(const RuleLine& line, std::string_view why)
{
    constexpr std::size_t mostShown = 80;
    return fail(fmt::format("line {}, \"{}\": {}", line.number, line.text.substr(0, mostShown), why));
}

} // namespace tidemark
