// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/rules/suppressions.h"

#include "core/analysis/holders/alive_allocations.h"
#include "core/analysis/rules/rule_lines.h"
#include "core/analysis/rules/stack_names.h"

#include <algorithm>
#include <utility>

namespace tidemark {

Expected<Suppressions> Suppressions::parse(std::string_view text)
{
    constexpr std::string_view prefix = "leak:";
    Suppressions result;
    for (const RuleLine& line : ruleLines(text)) {
        std::string_view pattern = line.text;
        if (pattern.starts_with(prefix))
            pattern = withoutBlanks(pattern.substr(prefix.size()));
        if (pattern.find_first_not_of("*^$ ") == std::string_view::npos)
            return inRuleLine(line, "a pattern needs a part of a name, or everything would be suppressed");
        result.m_patterns.emplace_back(pattern);
    }
    return result;
}

bool Suppressions::isNamed(std::string_view name) const
{
    return !name.empty()
        && std::any_of(m_patterns.begin(), m_patterns.end(),
            [name](const NamePattern& pattern) { return pattern.isIn(name); });
}

bool Suppressions::hold(const Recording& recording, ContextIndex context) const
{
    return isAnyNameOfStack(recording, context, [this](std::string_view name) { return isNamed(name); });
}

std::uint64_t SuppressedAttribution::bytesAt(std::uint64_t position) const
{
    std::uint64_t bytes = 0;
    for (const Allocation& allocation : suppressed)
        bytes += allocation.isAliveAt(position) ? allocation.bytes : 0;
    return bytes;
}

std::uint64_t SuppressedAttribution::countAt(std::uint64_t position) const
{
    return static_cast<std::uint64_t>(std::count_if(suppressed.begin(), suppressed.end(),
        [position](const Allocation& allocation) { return allocation.isAliveAt(position); }));
}

SuppressedAttribution suppress(
    const Recording& recording, Attribution attribution, const Suppressions& suppressions)
{
    enum : std::uint8_t { Unknown, No, Yes };
    if (suppressions.isEmpty())
        return {std::move(attribution), {}};
    std::vector<std::uint8_t> known(recording.contexts.size(), Unknown);
    std::vector<std::uint32_t> kept;
    std::vector<std::uint32_t> suppressed;
    for (std::uint32_t place = 0; place < attribution.allocations.size(); ++place) {
        const ContextIndex context = attribution.allocations[place].context;
        std::uint8_t& held = known[context.value];
        if (held == Unknown)
            held = suppressions.hold(recording, context) ? Yes : No;
        (held == Yes ? suppressed : kept).push_back(place);
    }
    return {onlyThese(attribution, kept), onlyThese(attribution, suppressed).allocations};
}

} // namespace tidemark
