// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/device_rank.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>

namespace tidemark {

namespace {

std::optional<int> wholeNumber(std::string_view text)
{
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = error == std::errc() && end == text.data() + text.size() && number >= 0;
    return isWhole ? std::optional(number) : std::nullopt;
}

std::optional<int> rankIn(const std::vector<Setting>& settings)
{
    for (const Setting& setting : settings) {
        if (setting.name == "rank" || setting.name == "RANK")
            return wholeNumber(setting.value);
    }
    return std::nullopt;
}

bool isDigit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// "trace_rank-12.pickle" is of rank 12.
std::optional<int> rankIn(std::string_view source)
{
    std::string small(source);
    std::transform(small.begin(), small.end(), small.begin(),
        [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr std::string_view word = "rank";
    for (std::size_t at = small.rfind(word); at != std::string::npos;
         at = at == 0 ? std::string::npos : small.rfind(word, at - 1)) {
        std::size_t begin = at + word.size();
        if (begin < small.size() && std::string_view("_-. =:").find(small[begin]) != std::string_view::npos)
            ++begin;
        std::size_t end = begin;
        while (end < small.size() && isDigit(small[end]))
            ++end;
        if (const auto rank = wholeNumber(std::string_view(small).substr(begin, end - begin)))
            return rank;
    }
    return std::nullopt;
}

} // namespace

std::optional<int> rankOf(const Recording& recording, const Device& device)
{
    if (const auto own = rankIn(device.settings))
        return own;
    if (const auto shared = rankIn(recording.settings))
        return shared;
    return rankIn(device.source);
}

} // namespace tidemark
