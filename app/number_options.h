// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <string>

// What options of the command line that take numbers have in common.
namespace tidemark {

// Refuses what is no whole number between the two, both inside, in one short sentence.
inline CLI::Validator wholeNumber(std::int64_t least, std::int64_t most = INT64_MAX)
{
    const auto check = [least, most](const std::string& text) -> std::string {
        std::int64_t number = 0;
        const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (status == std::errc() && end == text.data() + text.size() && number >= least && number <= most)
            return {};
        return most == INT64_MAX
            ? fmt::format("'{}' is no whole number that is {} or more", text.substr(0, 40), least)
            : fmt::format("'{}' is no whole number from {} to {}", text.substr(0, 40), least, most);
    };
    return CLI::Validator(check, {});
}

// How many are shown: "N, 0: all".
template <class Count>
CLI::Option* addCountOption(CLI::App& command, const std::string& name, Count& count, const std::string& help)
{
    return command.add_option(name, count, help + "; 0: all")->check(wholeNumber(0))->type_name("N");
}

} // namespace tidemark
