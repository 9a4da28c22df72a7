// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/natural_order.h"

#include <algorithm>
#include <cctype>

namespace tidemark {

namespace {

bool isDigit(char character)
{
    return std::isdigit(static_cast<unsigned char>(character)) != 0;
}

// The digits at the front of the text, which they are taken from, without leading zeros.
std::string_view takeNumber(std::string_view& text)
{
    const auto end = std::find_if_not(text.begin(), text.end(), isDigit);
    const auto begin = std::find_if(text.begin(), end, [](char digit) { return digit != '0'; });
    const std::string_view number =
        text.substr(static_cast<std::size_t>(begin - text.begin()), static_cast<std::size_t>(end - begin));
    text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    return number;
}

} // namespace

bool comesBefore(std::string_view left, std::string_view right)
{
    std::string_view restLeft = left;
    std::string_view restRight = right;
    while (!restLeft.empty() && !restRight.empty()) {
        if (isDigit(restLeft.front()) && isDigit(restRight.front())) {
            const std::string_view a = takeNumber(restLeft);
            const std::string_view b = takeNumber(restRight);
            if (a != b)
                return a.size() != b.size() ? a.size() < b.size() : a < b;
            continue;
        }
        if (restLeft.front() != restRight.front())
            return restLeft.front() < restRight.front();
        restLeft.remove_prefix(1);
        restRight.remove_prefix(1);
    }
    if (restLeft.empty() != restRight.empty())
        return restLeft.empty();
    return left < right; // the same but for leading zeros
}

} // namespace tidemark
