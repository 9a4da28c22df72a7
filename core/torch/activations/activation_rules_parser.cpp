// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/activations/activation_rules_parser.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::string_view blanks = " \t\r\n,";
constexpr std::string_view wordEnds = " \t\r\n=:;#";
constexpr std::string_view settingNames = "by_index, enable, level, ema_decay or rounding";
constexpr int mostLevels = 256;

template <class Number>
std::optional<Number> wholeText(std::string_view text)
{
    Number number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

std::optional<bool> readSwitch(std::string_view text)
{
    if (text == "on" || text == "true" || text == "True")
        return true;
    if (text == "off" || text == "false" || text == "False")
        return false;
    return std::nullopt;
}

std::string quoted(std::string_view text)
{
    return text.empty() ? "nothing" : fmt::format("'{}'", text);
}

} // namespace

ActivationRulesParser::ActivationRulesParser(std::string_view text)
    : m_text(text)
{ }

Expected<ActivationRules> ActivationRulesParser::parse()
{
    ActivationRules rules;
    for (skipBlank(); !atEnd(); skipBlank()) {
        if (next() == ';') {
            ++m_place;
            continue;
        }
        if (const auto read = readStatement(rules.m_statements.emplace_back()); !read)
            return tl::unexpected(read.error());
    }
    return rules;
}

void ActivationRulesParser::skipBlank()
{
    while (!atEnd()) {
        if (next() == '#')
            m_place = std::min(m_text.find('\n', m_place), m_text.size());
        else if (blanks.find(next()) != std::string_view::npos)
            ++m_place;
        else
            return;
    }
}

ActivationRulesParser::Word ActivationRulesParser::takeWord()
{
    const std::size_t begin = m_place;
    m_place = std::min(m_text.find_first_of(wordEnds, begin), m_text.size());
    std::string_view word = m_text.substr(begin, m_place - begin);
    while (word.ends_with(',')) // between settings a comma is a blank
        word.remove_suffix(1);
    return {word, begin};
}

tl::unexpected<Error> ActivationRulesParser::refuse(std::size_t place, const std::string& reason) const
{
    const std::string_view before = m_text.substr(0, place);
    const auto lineBegin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return fail(fmt::format("line {}, column {}: {}", std::count(before.begin(), before.end(), '\n') + 1,
        place - lineBegin + 1, reason));
}

// "on KIND:" and its settings, up to the next statement.
Expected<void> ActivationRulesParser::readStatement(Statement& statement)
{
    const Word on = takeWord();
    if (on.text != "on")
        return refuse(on.begin,
            fmt::format(
                "{} begins no statement: it begins with on, as in 'on gelu: enable=off'.", quoted(on.text)));
    skipBlank();
    const Word kind = takeWord();
    statement.kind = parseOperatorKind(kind.text);
    if (!statement.kind && kind.text != "all")
        return refuse(kind.begin,
            fmt::format("{} is no kind of operator: use all, {}.", quoted(kind.text), operatorKindNames()));
    skipBlank();
    if (atEnd() || next() != ':')
        return refuse(m_place, fmt::format("a ':' belongs here, as in 'on {}: enable=off'.", kind.text));
    ++m_place;
    for (skipBlank(); !atEnd() && next() != ';'; skipBlank()) {
        const std::size_t begin = m_place;
        const Word name = takeWord();
        if (name.text == "on") {
            m_place = begin;
            return {};
        }
        if (const auto read = readSetting(statement, name); !read)
            return read;
    }
    return {};
}

Expected<void> ActivationRulesParser::readSetting(Statement& statement, const Word& name)
{
    skipBlank();
    if (atEnd() || (next() != '=' && next() != ':'))
        return refuse(name.begin,
            fmt::format("{} is no setting with its value: use {}, each as NAME=VALUE.", quoted(name.text),
                settingNames));
    ++m_place;
    skipBlank();
    return apply(statement, name, takeWord());
}

Expected<void> ActivationRulesParser::apply(Statement& statement, const Word& name, const Word& value)
{
    if (name.text == "by_index")
        return readIndexes(statement, value);
    if (name.text == "enable") {
        statement.isEnabled = readSwitch(value.text);
        if (!statement.isEnabled)
            return refuse(
                value.begin, fmt::format("enable cannot be {}: use on or off.", quoted(value.text)));
    } else if (name.text == "level") {
        statement.levels = wholeText<int>(value.text);
        if (!statement.levels || *statement.levels < 2 || *statement.levels > mostLevels)
            return refuse(value.begin,
                fmt::format(
                    "level cannot be {}: use a number from 2 to {}.", quoted(value.text), mostLevels));
    } else if (name.text == "ema_decay") {
        statement.decay = wholeText<double>(value.text);
        if (!statement.decay || !(*statement.decay >= 0 && *statement.decay <= 1))
            return refuse(value.begin,
                fmt::format("ema_decay cannot be {}: use a number from 0 to 1.", quoted(value.text)));
    } else if (name.text == "rounding") {
        if (value.text != "stochastic" && value.text != "nearest")
            return refuse(value.begin,
                fmt::format("rounding cannot be {}: use stochastic or nearest.", quoted(value.text)));
        statement.isStochastic = value.text == "stochastic";
    } else {
        return refuse(name.begin, fmt::format("{} is no setting: use {}.", quoted(name.text), settingNames));
    }
    return {};
}

// "all", or numbers and ranges of them: 0,2-4.
Expected<void> ActivationRulesParser::readIndexes(Statement& statement, const Word& value)
{
    statement.indexes.clear();
    if (value.text == "all")
        return {};
    for (std::size_t begin = 0; begin <= value.text.size();) {
        const std::size_t end = std::min(value.text.find(',', begin), value.text.size());
        const std::string_view part = value.text.substr(begin, end - begin);
        const std::size_t dash = std::min(part.find('-'), part.size());
        const auto first = wholeText<std::int64_t>(part.substr(0, dash));
        const auto last = dash == part.size() ? first : wholeText<std::int64_t>(part.substr(dash + 1));
        if (!first || !last || *first < 0 || *first > *last)
            return refuse(value.begin + begin,
                fmt::format("by_index cannot be {}: use all, or numbers from 0 as in 0,2-4.", quoted(part)));
        statement.indexes.emplace_back(*first, *last);
        begin = end + 1;
    }
    return {};
}

} // namespace tidemark
