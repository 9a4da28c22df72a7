// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/page_text.h"

#include "core/base/html_text.h"

#include <cstdint>

namespace tidemark {

namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd"; // U+FFFD

// The length of the UTF-8 character at the front of `text`; 0 where none begins there, or one that XML does
// not have.
std::size_t characterLength(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80)
        return 1;
    const std::size_t length = first >= 0xf5 ? 0
        : first >= 0xf0                      ? 4
        : first >= 0xe0                      ? 3
        : first >= 0xc2                      ? 2
                                             : 0;
    if (length == 0 || text.size() < length)
        return 0;
    std::uint32_t point = first & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0U) != 0x80U)
            return 0;
        point = (point << 6U) | (byte(i) & 0x3fU);
    }
    const std::uint32_t least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
    const bool isSurrogate = point >= 0xd800 && point <= 0xdfff;
    return point < least || isSurrogate || point > 0x10ffff || (point & 0xfffeU) == 0xfffe ? 0 : length;
}

} // namespace

std::string htmlText(std::string_view text)
{
    std::string valid;
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        valid += length == 0 ? replacement : text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return htmlEscaped(valid);
}

} // namespace tidemark
