// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"

#include "core/base/grouped_digits.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace tidemark {

namespace {

constexpr std::array<std::string_view, 7> binaryNames = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
constexpr std::array<std::string_view, 7> decimalNames = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};

std::optional<double> spelledFactor(std::string_view unit)
{
    if (unit.empty() || unit == "b")
        return 1.0;
    const std::string_view rest = unit.substr(1);
    if (!rest.empty() && rest != "b" && rest != "ib" && rest != "i")
        return std::nullopt;
    const auto power = std::string_view("kmgtpe").find(unit.front());
    if (power == std::string_view::npos)
        return std::nullopt;
    return std::pow(rest == "b" ? 1000.0 : 1024.0, static_cast<double>(power) + 1.0);
}

std::string lowerWithoutSpaces(std::string_view text)
{
    std::string result;
    for (const char character : text) {
        if (character >= 'A' && character <= 'Z')
            result.push_back(static_cast<char>(character - 'A' + 'a'));
        else if (character != ' ' && character != '\t')
            result.push_back(character);
    }
    return result;
}

// How much of it is a number: "4,000,256", "1.5", "1e9". An "e" without digits behind it is a unit.
std::size_t numberEnd(std::string_view text)
{
    const std::size_t end = std::min(text.find_first_not_of("0123456789.,"), text.size());
    if (end == text.size() || text[end] != 'e')
        return end;
    const std::string_view exponent = text.substr(end + 1);
    const std::size_t first = end + 1 + (exponent.starts_with('-') || exponent.starts_with('+') ? 1 : 0);
    const std::size_t exponentEnd = std::min(text.find_first_not_of("0123456789", first), text.size());
    return exponentEnd > first ? exponentEnd : end;
}

} // namespace

std::string_view unitName(ByteUnits units, std::size_t power)
{
    return (units == ByteUnits::Binary ? binaryNames : decimalNames)[power];
}

std::string formatBytes(std::int64_t bytes, ByteUnits units)
{
    const double factor = unitFactor(units);
    const bool negative = bytes < 0;
    double value = std::abs(static_cast<double>(bytes));
    if (value < factor)
        return fmt::format("{} B", bytes);
    std::size_t unit = 0;
    // 1023.5 KiB would print as "1024 KiB": it is better called 1.00 MiB.
    while (value >= 999.5 && unit + 1 < binaryNames.size()) {
        value /= factor;
        ++unit;
    }
    const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return fmt::format("{}{:.{}f} {}", negative ? "-" : "", value, decimals, unitName(units, unit));
}

std::string formatExact(std::int64_t value)
{
    const std::string digits = fmt::format("{}", value);
    std::string result;
    const std::size_t first = value < 0 ? 1 : 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > first && (digits.size() - i) % 3 == 0)
            result.push_back(',');
        result.push_back(digits[i]);
    }
    return result;
}

std::string formatCount(std::uint64_t value)
{
    return formatExact(static_cast<std::int64_t>(value));
}

Expected<std::uint64_t> parseBytes(std::string_view text)
{
    const std::string plain = lowerWithoutSpaces(text);
    const std::size_t split = numberEnd(plain);
    const std::string number = withoutGrouping(std::string_view(plain).substr(0, split)).value_or("");
    const auto factor = spelledFactor(std::string_view(plain).substr(split));
    const char* end = number.data() + number.size();
    std::uint64_t whole = 0;
    if (factor && *factor == 1.0) {
        const auto [stop, status] = std::from_chars(number.data(), end, whole);
        if (status == std::errc() && stop == end)
            return whole;
    }
    double value = 0;
    const auto [stop, status] = std::from_chars(number.data(), end, value);
    if (!factor || number.empty() || status != std::errc() || stop != end || value * *factor >= 9.2e18)
        return fail(
            fmt::format("\"{}\" is not a size; write a number and a unit, such as 64MiB or 1.5GiB", text));
    return static_cast<std::uint64_t>(std::llround(value * *factor));
}

std::string formatAddress(std::uint64_t address)
{
    return fmt::format("0x{:x}", address);
}

} // namespace tidemark
