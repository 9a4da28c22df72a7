// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/json/python_json.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace tidemark {

namespace {

constexpr std::size_t escapeLength = 6; // \ud83d

bool mayNeedTranslation(std::string_view text)
{
    constexpr std::array<std::string_view, 4> signs{"NaN", "Infinity", "\\ud", "\\uD"};
    return std::any_of(signs.begin(), signs.end(),
        [text](std::string_view sign) { return text.find(sign) != std::string_view::npos; });
}

// The code of \ud83d at this place, or 0.
unsigned escapedCode(std::string_view text, std::size_t at)
{
    if (text.substr(at, 2) != "\\u" || text.size() < at + escapeLength)
        return 0;
    const char* first = text.data() + at + 2;
    unsigned code = 0;
    const auto [end, error] = std::from_chars(first, first + 4, code, 16);
    return error == std::errc() && end == first + 4 ? code : 0;
}

bool isFirstHalf(unsigned code)
{
    return code >= 0xD800 && code < 0xDC00;
}

bool isSecondHalf(unsigned code)
{
    return code >= 0xDC00 && code < 0xE000;
}

} // namespace

PythonJson::PythonJson(std::string_view text)
    : m_text(text)
{
    if (!mayNeedTranslation(text))
        return;
    m_copy.reserve(text.size() + 64);
    translate(text);
    m_text = m_copy;
}

void PythonJson::translate(std::string_view from)
{
    bool isInText = false;
    for (std::size_t at = 0; at < from.size();) {
        const std::size_t next = std::min(from.find_first_of(isInText ? "\"\\" : "\"NI-", at), from.size());
        m_copy.append(from.substr(at, next - at));
        at = next;
        if (at == from.size())
            return;
        if (from[at] == '\\') {
            at = copyEscape(from, at);
        } else if (from[at] == '"') {
            isInText = !isInText;
            m_copy += from[at++];
        } else {
            at = copyWord(from, at);
        }
    }
}

// Returns the place behind it.
std::size_t PythonJson::copyEscape(std::string_view from, std::size_t at)
{
    const unsigned code = escapedCode(from, at);
    if (isFirstHalf(code) && isSecondHalf(escapedCode(from, at + escapeLength))) {
        m_copy.append(from.substr(at, 2 * escapeLength));
        return at + 2 * escapeLength;
    }
    if (isFirstHalf(code) || isSecondHalf(code)) {
        m_copy += "\\ufffd";
        return at + escapeLength;
    }
    m_copy.append(from.substr(at, 2));
    return std::min(at + 2, from.size());
}

std::size_t PythonJson::copyWord(std::string_view from, std::size_t at)
{
    for (const std::string_view word : {"NaN", "Infinity", "-Infinity"}) {
        if (!from.substr(at).starts_with(word))
            continue;
        m_copy += "null";
        m_copy.append(word.size() - std::min<std::size_t>(word.size(), 4), ' ');
        if (word.size() < 4)
            m_longer.push_back(m_copy.size());
        return at + word.size();
    }
    m_copy += from[at];
    return at + 1;
}

std::size_t PythonJson::offsetInOriginal(std::size_t offset) const
{
    const auto behind = std::upper_bound(m_longer.begin(), m_longer.end(), offset);
    return offset - static_cast<std::size_t>(behind - m_longer.begin());
}

} // namespace tidemark
