// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/pickle/text_forms.h"

#include <algorithm>
#include <charconv>

namespace tidemark {

namespace {

bool allEqual(std::span<const std::byte> bytes, std::byte value)
{
    return std::all_of(bytes.begin(), bytes.end(), [value](std::byte byte) { return byte == value; });
}

bool isDigits(std::string_view text)
{
    return !text.empty()
        && std::all_of(text.begin(), text.end(), [](char digit) { return digit >= '0' && digit <= '9'; });
}

template <class Number>
std::optional<Number> parseWhole(std::string_view text, int base)
{
    Number number = 0;
    const auto [stop, status] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (status != std::errc() || stop != text.data() + text.size())
        return std::nullopt;
    return number;
}

void appendUtf8(std::string& text, std::uint32_t point)
{
    const auto add = [&text](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
    if (point < 0x80) {
        add(point);
    } else if (point < 0x800) {
        add(0xC0 | (point >> 6));
        add(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
        add(0xE0 | (point >> 12));
        add(0x80 | ((point >> 6) & 0x3F));
        add(0x80 | (point & 0x3F));
    } else {
        add(0xF0 | ((point >> 18) & 0x07));
        add(0x80 | ((point >> 12) & 0x3F));
        add(0x80 | ((point >> 6) & 0x3F));
        add(0x80 | (point & 0x3F));
    }
}

// What stands behind a backslash in a Python literal; `rest` begins behind it and is shortened.
std::string unescape(std::string_view& rest)
{
    constexpr std::string_view letters = "abfnrtv";
    constexpr std::string_view meanings = "\a\b\f\n\r\t\v";
    const char first = rest.front();
    const auto letter = letters.find(first);
    std::size_t used = 1;
    std::string result(1, first);
    if (letter != std::string_view::npos) {
        result.front() = meanings[letter];
    } else if (first == 'x' && rest.size() >= 3) {
        if (const auto value = parseWhole<std::uint8_t>(rest.substr(1, 2), 16)) {
            result.front() = static_cast<char>(*value);
            used = 3;
        }
    } else if (first >= '0' && first <= '7') {
        while (used < 3 && used < rest.size() && rest[used] >= '0' && rest[used] <= '7')
            ++used;
        result.front() = static_cast<char>(*parseWhole<std::uint16_t>(rest.substr(0, used), 8));
    } else if (first == '\n') {
        result.clear();
    } else if (first != '\\' && first != '\'' && first != '"') {
        result.insert(result.begin(), '\\');
    }
    rest.remove_prefix(used);
    return result;
}

} // namespace

Value decodeLong(std::span<const std::byte> bytes)
{
    if (bytes.empty())
        return Value::integer(0);
    const bool negative = (bytes.back() & std::byte(0x80)) != std::byte(0);
    std::uint64_t low = negative ? ~std::uint64_t(0) : 0;
    const std::size_t count = std::min<std::size_t>(bytes.size(), 8);
    for (std::size_t i = 0; i < count; ++i) {
        const unsigned shift = static_cast<unsigned>(8 * i);
        low &= ~(std::uint64_t(0xFF) << shift);
        low |= static_cast<std::uint64_t>(bytes[i]) << shift;
    }
    const auto high = bytes.subspan(count);
    if (high.empty())
        return {low, ValueKind::Integer};
    if (!negative && allEqual(high, std::byte(0)))
        return Value::unsignedInteger(low);
    if (negative && allEqual(high, std::byte(0xFF)) && (low >> 63) == 1)
        return {low, ValueKind::Integer};
    return Value::hugeInteger();
}

std::optional<Value> decodeDecimal(std::string_view line)
{
    if (line == "00" || line == "01")
        return Value::boolean(line == "01");
    if (line.ends_with('L'))
        line.remove_suffix(1);
    if (line.starts_with('+'))
        line.remove_prefix(1);
    if (const auto number = parseWhole<std::int64_t>(line, 10))
        return Value::integer(*number);
    if (const auto number = parseWhole<std::uint64_t>(line, 10))
        return Value::unsignedInteger(*number);
    if (isDigits(line.starts_with('-') ? line.substr(1) : line))
        return Value::hugeInteger();
    return std::nullopt;
}

std::optional<Value> decodeFloat(std::string_view line)
{
    if (line.starts_with('+'))
        line.remove_prefix(1);
    double number = 0;
    const auto [stop, status] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (stop != line.data() + line.size() || line.empty() || status == std::errc::invalid_argument)
        return std::nullopt;
    return Value::real(number);
}

std::optional<std::string> decodeQuoted(std::string_view line)
{
    if (line.size() < 2 || line.front() != line.back() || (line.front() != '\'' && line.front() != '"'))
        return std::nullopt;
    std::string_view rest = line.substr(1, line.size() - 2);
    std::string result;
    result.reserve(rest.size());
    while (!rest.empty()) {
        const char character = rest.front();
        rest.remove_prefix(1);
        if (character == '\\' && !rest.empty())
            result += unescape(rest);
        else
            result.push_back(character);
    }
    return result;
}

std::string decodeRawUnicode(std::string_view line)
{
    std::string result;
    result.reserve(line.size());
    for (std::size_t i = 0; i < line.size();) {
        const std::size_t digits = i + 1 >= line.size() || line[i] != '\\' ? 0
            : line[i + 1] == 'u'                                           ? 4
            : line[i + 1] == 'U'                                           ? 8
                                                                           : 0;
        const auto point = digits > 0 && i + 2 + digits <= line.size()
            ? parseWhole<std::uint32_t>(line.substr(i + 2, digits), 16)
            : std::nullopt;
        if (point && *point <= 0x10FFFF) {
            appendUtf8(result, *point);
            i += 2 + digits;
        } else {
            appendUtf8(result, static_cast<unsigned char>(line[i]));
            ++i;
        }
    }
    return result;
}

} // namespace tidemark
