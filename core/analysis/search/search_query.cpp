// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/search/search_query.h"

#include "core/analysis/search/search_words.h"
#include "core/base/bytes.h"

#include <algorithm>
#include <array>
#include <boost/regex.hpp>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace tidemark {

struct TextTerm::Pattern {
    boost::regex expression;
};

namespace {

constexpr std::array<std::string_view, 8> wordColumns = {
    "action", "stream", "pool", "where", "stack", "category", "tensor", "kind"};
constexpr std::array<std::string_view, 14> numberColumns = {"size", "requested", "mapped", "life", "life_us",
    "event", "allocations", "time", "free_requested", "free_completed", "freed", "peak", "largest", "hidden"};
constexpr std::array<std::string_view, 2> addressColumns = {"address", "segment"};
constexpr std::array<std::string_view, 4> eventColumns = {
    "event", "free_requested", "free_completed", "freed"};

template <class Names>
bool isAmong(const Names& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string withoutQuotes(std::string_view word)
{
    if (word.size() < 2 || word.front() != '"' || word.back() != '"')
        return std::string(word);
    std::string plain;
    for (std::size_t i = 1; i + 1 < word.size(); ++i) {
        if (word[i] == '\\' && i + 2 < word.size())
            ++i;
        plain += word[i];
    }
    return plain;
}

// What is wrong with a pattern, and where, in a few words; Boost's own are long.
std::string patternFault(
    boost::regex_constants::error_type code, std::string_view pattern, std::ptrdiff_t position)
{
    using namespace boost::regex_constants;
    static constexpr std::pair<error_type, std::string_view> faults[] = {
        {error_paren, "a ( or ) stands alone"}, {error_brack, "a [ is not closed"},
        {error_brace, "a { or } stands alone"}, {error_badbrace, "what { } holds is no count"},
        {error_badrepeat, "nothing stands before a *, + or ? to repeat"},
        {error_escape, "what follows a \\ means nothing"},
        {error_backref, "a \\ names a group that is not there"},
        {error_range, "what [ ] holds is no set of characters"},
        {error_ctype, "what [ ] holds is no set of characters"},
        {error_collate, "there is no such character"}, {error_empty, "one side of a | is empty"},
        {error_perl_extension, "what follows a (? means nothing"},
        {error_complexity, "it would take too long"}, {error_space, "it is too long"},
        {error_stack, "it is too deep"}};
    std::string_view words = "it cannot be read";
    for (const auto& [known, said] : faults)
        if (known == code)
            words = said;
    const auto at = static_cast<std::size_t>(
        std::clamp(position, std::ptrdiff_t(0), static_cast<std::ptrdiff_t>(pattern.size())));
    return at < pattern.size() ? fmt::format("{}, at character {}", words, at + 1)
                               : fmt::format("{}, at its end", words);
}

Expected<TextTerm> textTerm(std::string_view column, std::string_view word)
{
    if (word.size() > 2 && word.front() == '/' && word.back() == '/')
        return TextTerm::ofPattern(column, std::string(word.substr(1, word.size() - 2)));
    return TextTerm::ofText(column, withoutQuotes(word));
}

std::optional<std::uint64_t> hexNumber(std::string_view word)
{
    if (!word.starts_with("0x") && !word.starts_with("0X"))
        return std::nullopt;
    std::uint64_t value = 0;
    const auto [end, status] = std::from_chars(word.data() + 2, word.data() + word.size(), value, 16);
    if (status != std::errc() || end != word.data() + word.size())
        return std::nullopt;
    return value;
}

// In microseconds; none where the word is no time.
std::optional<std::uint64_t> timeNumber(std::string_view word)
{
    static constexpr std::pair<std::string_view, double> units[] = {
        {"µs", 1}, {"us", 1}, {"ms", 1e3}, {"min", 60e6}, {"s", 1e6}};
    for (const auto& [unit, factor] : units) {
        if (!word.ends_with(unit))
            continue;
        double value = 0;
        const char* end = word.data() + word.size() - unit.size();
        const auto [stop, status] = std::from_chars(word.data(), end, value);
        if (status != std::errc() || stop != end || !(value >= 0) || value * factor >= 9e18)
            return std::nullopt;
        return static_cast<std::uint64_t>(std::llround(value * factor));
    }
    return std::nullopt;
}

// A value as the column counts it, and the column it really is of.
struct ColumnValue {
    std::string column;
    std::uint64_t value = 0;
};

Expected<ColumnValue> columnValue(const std::string& column, std::string_view word, EventsCount events)
{
    const std::string lower = lowerCase(word);
    const bool isTime = column == "life" || column == "life_us" || column == "time";
    if (const auto time = timeNumber(lower); time && isTime)
        return ColumnValue{column == "life" ? "life_us" : column, *time};
    if (const auto address = hexNumber(word))
        return ColumnValue{column, *address};
    auto number = parseBytes(word);
    if (!number && isAmong(eventColumns, column))
        return fail(fmt::format("\"{}\" is no event's number; write one such as 12,345", word));
    if (!number)
        return tl::unexpected(number.error());
    if (isAmong(eventColumns, column) && events == EventsCount::FromOne) {
        if (*number == 0)
            return fail("Events count from one: there is no event 0");
        --*number;
    }
    return ColumnValue{column, *number};
}

Expected<RangeTerm> comparedTo(
    const std::string& column, std::string_view sign, std::string_view word, EventsCount events)
{
    const auto value = columnValue(column, word, events);
    if (!value)
        return tl::unexpected(value.error());
    RangeTerm term{value->column};
    const std::uint64_t number = value->value;
    if (sign == ">" || sign == ">=")
        term.least = sign == ">" ? number + (number < UINT64_MAX ? 1 : 0) : number;
    else if (sign == "<" && number == 0)
        return fail(isAmong(eventColumns, column) && events == EventsCount::FromOne
                ? "Events count from one: none is before event 1"
                : "Nothing is less than 0");
    else if (sign == "<" || sign == "<=")
        term.most = sign == "<" ? number - 1 : number;
    else
        term.least = term.most = number;
    return term;
}

Expected<RangeTerm> rangeBetween(
    const std::string& column, std::string_view first, std::string_view last, EventsCount events)
{
    RangeTerm term{column};
    if (!first.empty()) {
        const auto value = columnValue(column, first, events);
        if (!value)
            return tl::unexpected(value.error());
        term.column = value->column;
        term.least = value->value;
    }
    if (!last.empty()) {
        const auto value = columnValue(column, last, events);
        if (!value)
            return tl::unexpected(value.error());
        if (!first.empty() && value->column != term.column)
            return fail(
                fmt::format("\"{}..{}\" is from events to a time; give both a unit, or none", first, last));
        term.column = value->column;
        term.most = value->value;
    }
    if (term.least > term.most)
        return fail(fmt::format("\"{}..{}\" ends before it begins", first, last));
    return term;
}

bool isNumberLike(std::string_view word)
{
    return word.empty() || (word.front() >= '0' && word.front() <= '9');
}

// What may be a column that only the table knows.
bool isName(std::string_view word)
{
    return std::all_of(word.begin(), word.end(),
        [](char letter) { return (letter >= 'a' && letter <= 'z') || letter == '_'; });
}

bool isNumberColumn(std::string_view name)
{
    return isAmong(numberColumns, name) || isAmong(addressColumns, name);
}

// None where the word is not about a number.
std::optional<Expected<RangeTerm>> rangeTerm(std::string_view word, EventsCount events)
{
    const std::size_t nameEnd = word.find_first_of("<>=:");
    std::string column = "size";
    std::string_view rest = word;
    if (nameEnd != std::string_view::npos && nameEnd > 0) {
        column = lowerCase(word.substr(0, nameEnd));
        // "cuda:1" is a text, but "cuda>1" is meant to compare.
        if (!isNumberColumn(column) && (word[nameEnd] == ':' || !isName(column)))
            return std::nullopt;
        rest = word.substr(word[nameEnd] == ':' ? nameEnd + 1 : nameEnd);
    }
    const std::size_t signEnd = rest.find_first_not_of("<>=");
    const std::string_view sign = rest.substr(0, signEnd);
    if (!sign.empty()) {
        if (signEnd == std::string_view::npos || !isNumberLike(rest.substr(signEnd)))
            return std::nullopt;
        if (sign.size() > 2 || (sign.size() == 2 && (sign[0] == '=' || sign[1] != '=')))
            return fail(fmt::format("\"{}\" is no comparison; write <, <=, =, >= or >", sign));
        if (!isNumberColumn(column) && !columnValue(column, rest.substr(signEnd), events))
            return std::nullopt; // "array<4>"
        return comparedTo(column, sign, rest.substr(signEnd), events);
    }
    const std::size_t dots = rest.find("..");
    if (dots != std::string_view::npos && rest.size() > 2 && isNumberLike(rest.substr(0, dots))
        && isNumberLike(rest.substr(dots + 2)))
        return rangeBetween(column, rest.substr(0, dots), rest.substr(dots + 2), events);
    const bool isOfColumn = nameEnd != std::string_view::npos && nameEnd > 0 && word[nameEnd] == ':';
    if (isOfColumn && isNumberLike(rest) && !rest.empty())
        return comparedTo(column, "=", rest, events);
    if (isOfColumn && !rest.empty() && rest.front() != ':')
        return fail(fmt::format(
            "\"{0}\" is a column of numbers: write {0}>5 or {0}:5..9. In quotes it is a text", column));
    return std::nullopt;
}

// "foo" of "foo:bar", but neither of "aten::linear" nor of "cuda:1": what may be meant as a column.
std::string_view columnBefore(std::string_view word)
{
    const std::size_t colon = word.find(':');
    const bool isOne = colon != std::string_view::npos && colon > 0 && colon + 1 < word.size()
        && word[colon + 1] != ':' && isName(lowerCase(word.substr(0, colon)));
    return isOne ? word.substr(0, colon) : std::string_view();
}

Expected<SearchTerm> termOf(std::string_view word, EventsCount events)
{
    SearchTerm term;
    if (word.size() > 1 && word.front() == '-') {
        term.isExcluded = true;
        word.remove_prefix(1);
    }
    if (const auto address = hexNumber(word)) {
        term.what = AddressTerm{*address};
        return term;
    }
    if (auto range = rangeTerm(word, events)) {
        if (!*range)
            return tl::unexpected(range->error());
        term.what = std::move(**range);
        return term;
    }
    // "aten::linear" is a text; "where:linear" is one of a column.
    const std::string before = lowerCase(columnBefore(word));
    const bool isColumn = isAmong(wordColumns, before);
    if (isColumn)
        word.remove_prefix(before.size() + 1);
    auto text = textTerm(isColumn ? before : std::string(), word);
    if (!text)
        return tl::unexpected(text.error());
    if (!isColumn)
        text->setLikelyColumn(before);
    term.what = std::move(*text);
    return term;
}

} // namespace

TextTerm TextTerm::ofText(std::string_view column, std::string_view text)
{
    TextTerm term;
    term.m_column = column;
    term.m_text = lowerCase(text);
    return term;
}

Expected<TextTerm> TextTerm::ofPattern(std::string_view column, const std::string& pattern)
{
    TextTerm term;
    term.m_column = column;
    try {
        term.m_pattern = std::make_shared<const Pattern>(
            Pattern{boost::regex(pattern, boost::regex::perl | boost::regex::icase)});
    } catch (const boost::regex_error& error) {
        return fail(fmt::format("\"{}\" is no regular expression: {}", pattern,
            patternFault(error.code(), pattern, error.position())));
    }
    return term;
}

bool TextTerm::isIn(std::string_view text) const
{
    if (!m_pattern)
        return lowerCase(text).find(m_text) != std::string::npos;
    try {
        return boost::regex_search(text.begin(), text.end(), m_pattern->expression);
    } catch (const std::runtime_error&) {
        return false; // of a pattern that would take for ever
    }
}

Expected<SearchQuery> parseQuery(std::string_view text, EventsCount events)
{
    SearchQuery query;
    for (const std::string& word : searchWords(text)) {
        auto term = termOf(word, events);
        if (!term)
            return tl::unexpected(term.error());
        query.terms.push_back(std::move(*term));
    }
    return query;
}

std::string_view queryHelp()
{
    return "linear, \"two words\"     a text, in any column of words\n"
           "where:linear            in one column: action, stream, pool, where, stack, category, tensor, "
           "kind\n"
           "/conv[12]d/             a regular expression\n"
           "0x7f31c2000000          whatever holds this address\n"
           ">20MiB, 1MiB..4MiB      a size, or between two, both inside\n"
           "requested>1MiB          bytes asked for; so of every column of numbers, named as in CSV\n"
           "life>=100, life:1ms..2s a life in events, or in time\n"
           "event:1000..2000        events, counted from one\n"
           "-linear                 not so; all terms must hold";
}

} // namespace tidemark
