// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/workload_options.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace tidemark {

namespace {

template <class Number>
Expected<double> parseNumber(std::string_view text)
{
    Number number = 0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    if (result.ec != std::errc() || result.ptr != end)
        return fail("not a number");
    return static_cast<double>(number);
}

Expected<double> parseSwitch(std::string_view text)
{
    if (text == "on" || text == "true" || text == "1")
        return 1.0;
    if (text == "off" || text == "false" || text == "0")
        return 0.0;
    return fail("neither on nor off");
}

Expected<double> parseWord(std::span<const std::string_view> words, std::string_view text)
{
    const auto found = std::find(words.begin(), words.end(), text);
    if (found == words.end())
        return fail("none of the words");
    return static_cast<double>(found - words.begin());
}

Expected<double> parseValue(const WorkloadOption& option, std::string_view text)
{
    switch (option.kind) {
    case OptionKind::Integer:
        return parseNumber<int>(text);
    case OptionKind::Real:
        return parseNumber<double>(text);
    case OptionKind::Switch:
        return parseSwitch(text);
    case OptionKind::Word:
        return parseWord(option.words, text);
    }
    return fail("of no known kind");
}

bool isValid(const WorkloadOption& option, double value)
{
    if (option.kind == OptionKind::Switch || option.kind == OptionKind::Word)
        return true;
    if (!option.choices.empty())
        return std::any_of(option.choices.begin(), option.choices.end(),
            [value](int choice) { return static_cast<double>(choice) == value; });
    return value >= option.minimum && value <= option.maximum; // false for NaN
}

template <class Value>
std::string orList(std::span<const Value> values)
{
    if (values.size() < 2)
        return fmt::format("{}", fmt::join(values, ""));
    return fmt::format("{} or {}", fmt::join(values.first(values.size() - 1), ", "), values.back());
}

std::string keyList(std::span<const WorkloadOption> options)
{
    std::vector<std::string_view> names;
    std::transform(options.begin(), options.end(), std::back_inserter(names),
        [](const WorkloadOption& option) { return option.name; });
    return fmt::format("{}", fmt::join(names, ", "));
}

} // namespace

std::string validValues(const WorkloadOption& option)
{
    if (option.kind == OptionKind::Switch)
        return "on or off";
    if (option.kind == OptionKind::Word)
        return orList(option.words);
    if (option.choices.empty())
        return fmt::format(
            "{} to {}", optionText(option, option.minimum), optionText(option, option.maximum));
    return orList(option.choices);
}

std::string optionText(const WorkloadOption& option, double value)
{
    if (option.kind == OptionKind::Switch)
        return value != 0 ? "on" : "off";
    if (option.kind == OptionKind::Word)
        return std::string(option.words[static_cast<std::size_t>(value)]);
    if (option.kind == OptionKind::Integer)
        return fmt::format("{}", static_cast<std::int64_t>(value));
    return fmt::format("{}", value);
}

OptionValues::OptionValues(std::span<const WorkloadOption> options)
    : m_options(options)
{
    std::transform(options.begin(), options.end(), std::back_inserter(m_values),
        [](const WorkloadOption& option) { return option.byDefault; });
}

Expected<void> OptionValues::set(std::string_view assignment)
{
    const auto equals = assignment.find('=');
    if (equals == std::string_view::npos)
        return fail(
            fmt::format("'{}' should be key=value. The keys are: {}.", assignment, keyList(m_options)));
    const std::string_view key = assignment.substr(0, equals);
    const std::string_view text = assignment.substr(equals + 1);
    const auto option = std::find_if(
        m_options.begin(), m_options.end(), [key](const WorkloadOption& each) { return each.name == key; });
    if (option == m_options.end()) {
        if (m_options.empty())
            return fail(fmt::format("This workload has no options, so '{}' cannot be set.", key));
        return fail(fmt::format("There is no option '{}'. The keys are: {}.", key, keyList(m_options)));
    }
    const auto value = parseValue(*option, text);
    if (!value || !isValid(*option, *value))
        return fail(fmt::format("'{}' cannot be {} here: it takes {}.", text, key, validValues(*option)));
    m_values[static_cast<std::size_t>(option - m_options.begin())] = *value;
    return {};
}

std::size_t OptionValues::placeOf(std::string_view name) const
{
    const auto option = std::find_if(
        m_options.begin(), m_options.end(), [name](const WorkloadOption& each) { return each.name == name; });
    return static_cast<std::size_t>(option - m_options.begin());
}

double OptionValues::real(std::string_view name) const
{
    return m_values.at(placeOf(name));
}

std::int64_t OptionValues::integer(std::string_view name) const
{
    return static_cast<std::int64_t>(real(name));
}

bool OptionValues::isOn(std::string_view name) const
{
    return real(name) != 0;
}

std::string_view OptionValues::word(std::string_view name) const
{
    const std::size_t place = placeOf(name);
    return m_options[place].words[static_cast<std::size_t>(m_values.at(place))];
}

std::vector<std::pair<std::string, std::string>> OptionValues::inForce() const
{
    std::vector<std::pair<std::string, std::string>> result;
    for (std::size_t i = 0; i < m_options.size(); ++i)
        result.emplace_back(m_options[i].name, optionText(m_options[i], m_values[i]));
    return result;
}

} // namespace tidemark
