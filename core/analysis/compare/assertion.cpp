// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/assertion.h"

#include "core/base/bytes.h"
#include "core/base/one_line.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace tidemark {

namespace {

using Comparison = Assertion::Comparison;

struct NamedComparison {
    std::string_view sign;
    Comparison comparison;
};
// Those of two characters first.
constexpr std::array comparisons = {NamedComparison{"<=", Comparison::AtMost},
    NamedComparison{">=", Comparison::AtLeast}, NamedComparison{"==", Comparison::Equal},
    NamedComparison{"!=", Comparison::Unequal}, NamedComparison{"<", Comparison::Less},
    NamedComparison{">", Comparison::More}};

constexpr std::uint64_t mostCompared = std::uint64_t(1) << 61; // of what is compared

std::string_view signOf(Comparison comparison)
{
    for (const NamedComparison& named : comparisons)
        if (named.comparison == comparison)
            return named.sign;
    return {};
}

std::string_view withoutSpaces(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// With a sign before it, or without.
std::optional<std::int64_t> boundNumber(std::string_view text)
{
    const bool isNegative = text.starts_with('-');
    const auto bytes = parseBytes(withoutSpaces(isNegative || text.starts_with('+') ? text.substr(1) : text));
    if (!bytes || *bytes > mostCompared)
        return std::nullopt;
    const auto value = static_cast<std::int64_t>(*bytes);
    return isNegative ? -value : value;
}

std::optional<double> percentIn(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isPercent = error == std::errc()
        && withoutSpaces(std::string_view(end, static_cast<std::size_t>(text.data() + text.size() - end)))
            == "%";
    return isPercent && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// Where " +2%" or " -64MiB" begins; the end where there is none.
std::size_t marginIn(std::string_view text)
{
    for (std::size_t at = text.size(); at-- > 1;) {
        const bool isSign =
            (text[at] == '+' || text[at] == '-') && (text[at - 1] == ' ' || text[at - 1] == '\t');
        if (isSign)
            return at;
    }
    return text.size();
}

// Behind an exponent that begins at `at`, or there.
std::size_t behindExponent(std::string_view text, std::size_t at)
{
    if (at >= text.size() || (text[at] != 'e' && text[at] != 'E'))
        return at;
    std::size_t digit = at + 1;
    if (digit < text.size() && (text[digit] == '-' || text[digit] == '+'))
        ++digit;
    const std::size_t end = std::min(text.find_first_not_of("0123456789", digit), text.size());
    return end > digit ? end : at;
}

// "1 parsec", "5%", "1e400": begins as a number does and goes on with letters alone, which no file's name
// needs to do.
bool isMeantAsNumber(std::string_view text)
{
    if (text.starts_with('-') || text.starts_with('+'))
        text = withoutSpaces(text.substr(1));
    const std::size_t digitsEnd = text.find_first_not_of("0123456789.,");
    const std::size_t end = behindExponent(text, std::min(digitsEnd, text.size()));
    const std::size_t unit = end < text.size() ? end : std::string_view::npos;
    if (unit == 0)
        return false;
    const std::string_view rest =
        unit == std::string_view::npos ? std::string_view() : withoutSpaces(text.substr(unit));
    return std::all_of(rest.begin(), rest.end(), [](unsigned char c) {
        return std::isalpha(c) != 0 || c == '%';
    }) && (unit == std::string_view::npos || text[unit - 1] != '.');
}

Expected<Bound> parseBound(std::string_view text)
{
    Bound bound;
    if (const auto number = boundNumber(text)) {
        bound.value = *number;
        return bound;
    }
    const std::size_t margin = marginIn(text);
    bound.file = withoutSpaces(text.substr(0, margin));
    if (bound.file.empty())
        return fail("nothing to compare with: write a number such as 20GiB, or the name of a recording");
    if (isMeantAsNumber(bound.file))
        return fail(
            fmt::format("\"{0}\" is no size; its unit is one of B, KiB, MiB, GiB and TiB. A file of that "
                        "name is written ./{0}",
                bound.file));
    if (margin == text.size())
        return bound;
    const double sign = text[margin] == '-' ? -1 : 1;
    const std::string_view amount = withoutSpaces(text.substr(margin + 1));
    if (const auto percent = percentIn(amount)) {
        bound.percent = sign * *percent;
        return bound;
    }
    const auto bytes = boundNumber(amount);
    if (!bytes || *bytes < 0)
        return fail(fmt::format("\"{}\" is no margin; write one such as +2% or +64MiB", text.substr(margin)));
    bound.bytes = text[margin] == '-' ? -*bytes : *bytes;
    return bound;
}

bool comparesTrue(Comparison comparison, std::int64_t value, std::int64_t bound)
{
    switch (comparison) {
    case Comparison::Less:
        return value < bound;
    case Comparison::AtMost:
        return value <= bound;
    case Comparison::More:
        return value > bound;
    case Comparison::AtLeast:
        return value >= bound;
    case Comparison::Equal:
        return value == bound;
    case Comparison::Unequal:
        break;
    }
    return value != bound;
}

tl::unexpected<Error> inAssertion(std::string_view text, const std::string& why)
{
    return fail(fmt::format("in \"{}\": {}", text, why));
}

} // namespace

Expected<Assertion> parseAssertion(std::string_view text)
{
    const std::size_t at = text.find_first_of("<>=!");
    if (at == std::string_view::npos)
        return inAssertion(
            text, "nothing is compared; write QUANTITY < NUMBER, such as peak_reserved < 20GiB");
    Assertion assertion;
    assertion.text = text;
    std::string_view sign;
    for (const NamedComparison& named : comparisons) {
        if (!sign.empty() || !text.substr(at).starts_with(named.sign))
            continue;
        sign = named.sign;
        assertion.comparison = named.comparison;
    }
    if (sign.empty())
        return inAssertion(text, "a comparison is one of < <= > >= == !=");
    auto quantity = quantityNamed(withoutSpaces(text.substr(0, at)));
    if (!quantity)
        return inAssertion(text, quantity.error().message);
    auto bound = parseBound(withoutSpaces(text.substr(at + sign.size())));
    if (!bound)
        return inAssertion(text, bound.error().message);
    assertion.quantity = std::move(*quantity);
    assertion.bound = std::move(*bound);
    return assertion;
}

std::int64_t boundOver(const Bound& bound, std::int64_t base)
{
    if (bound.file.empty())
        return bound.value;
    const long double wanted =
        static_cast<long double>(base) * (1 + static_cast<long double>(bound.percent) / 100)
        + static_cast<long double>(bound.bytes);
    return std::llround(
        std::clamp(wanted, -static_cast<long double>(mostCompared), static_cast<long double>(mostCompared)));
}

AssertionResult judged(const Assertion& assertion, std::int64_t value, std::int64_t bound)
{
    return {comparesTrue(assertion.comparison, value, bound), value, bound};
}

Expected<AssertionResult> judged(const Assertion& assertion, const Figure& value, const Figure& bound)
{
    constexpr std::int64_t most = INT64_MAX;
    const std::int64_t values[] = {value.value, value.isExact() ? value.value : most};
    const std::int64_t bounds[] = {bound.value, bound.isExact() ? bound.value : most};
    const bool isAbove = values[0] > bounds[1];
    const bool isBelow = values[1] < bounds[0];
    // What is neither may be equal, and what is not exact may be anything.
    const bool isSame = value.isExact() && bound.isExact() && value.value == bound.value;
    const bool isNotBelow = values[0] >= bounds[1];
    const bool isNotAbove = values[1] <= bounds[0];
    bool isTold = isAbove || isBelow || isSame;
    if (assertion.comparison == Comparison::Less || assertion.comparison == Comparison::AtLeast)
        isTold = isTold || isNotBelow;
    if (assertion.comparison == Comparison::More || assertion.comparison == Comparison::AtMost)
        isTold = isTold || isNotAbove;
    if (!isTold)
        return fail((value.isExact() ? bound : value).whyMore);
    AssertionResult result = judged(assertion, value.value, bound.value);
    result.isValueLeast = !value.isExact();
    result.isBoundLeast = !bound.isExact();
    return result;
}

std::string resultLine(const Assertion& assertion, const AssertionResult& result)
{
    const std::int64_t apart = result.value - result.bound;
    const std::string_view unit = !assertion.quantity.isBytes() ? ""
        : std::abs(apart) == 1                                  ? " byte"
                                                                : " bytes";
    const std::string distance = apart == 0
        ? "the same"
        : fmt::format("{}{} {}", formatExact(std::abs(apart)), unit, apart > 0 ? "above" : "below");
    const auto least = [](bool isLeast) { return isLeast ? "at least " : ""; };
    return fmt::format("{}  {}: {}{} {} {}{}, {}{}", result.holds ? "holds" : "FAILS",
        oneLine(assertion.text), least(result.isValueLeast), formatExact(result.value),
        signOf(assertion.comparison), least(result.isBoundLeast), formatExact(result.bound),
        least(result.isValueLeast || result.isBoundLeast), distance);
}

std::string untoldLine(const Assertion& assertion, std::string_view why)
{
    return fmt::format("UNTOLD  {}: {}", oneLine(assertion.text), oneLine(why));
}

} // namespace tidemark
