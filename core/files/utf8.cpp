// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/utf8.h"

#include <cstdint>
#include <cstring>

namespace tidemark {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

unsigned byteAt(std::string_view text, std::size_t i)
{
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
}

bool isContinuation(std::string_view text, std::size_t i)
{
    return (byteAt(text, i) & 0xC0U) == 0x80U;
}

// Bytes of the character that begins at `i`; 0 when no valid one does. (Unicode, table 3-7.)
std::size_t characterLength(std::string_view text, std::size_t i)
{
    const unsigned first = byteAt(text, i);
    const unsigned second = byteAt(text, i + 1);
    if (first < 0x80)
        return 1;
    if (first < 0xC2 || first > 0xF4 || !isContinuation(text, i + 1))
        return 0;
    if (first < 0xE0)
        return 2;
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F)
        || (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)
        || !isContinuation(text, i + 2))
        return 0;
    if (first < 0xF0)
        return 3;
    return isContinuation(text, i + 3) ? 4 : 0;
}

bool isSurrogate(std::string_view text, std::size_t i)
{
    return byteAt(text, i) == 0xED && byteAt(text, i + 1) > 0x9F && isContinuation(text, i + 1)
        && isContinuation(text, i + 2);
}

std::size_t asciiPrefix(std::string_view text)
{
    std::size_t i = 0;
    for (std::uint64_t eight = 0; i + 8 <= text.size(); i += 8) {
        std::memcpy(&eight, text.data() + i, 8);
        if ((eight & 0x8080808080808080U) != 0)
            break;
    }
    return i;
}

} // namespace

bool isUtf8(std::string_view text)
{
    for (std::size_t i = asciiPrefix(text); i < text.size();) {
        const std::size_t length = characterLength(text, i);
        if (length == 0)
            return false;
        i += length;
    }
    return true;
}

std::string readableUtf8(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = characterLength(text, i);
        if (length > 0) {
            result.append(text.substr(i, length));
            i += length;
        } else {
            result.append(replacement);
            i += isSurrogate(text, i) ? 3 : 1;
        }
    }
    return result;
}

} // namespace tidemark
