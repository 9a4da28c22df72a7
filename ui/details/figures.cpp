// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/figures.h"

#include <fmt/format.h>

namespace tidemark::ui {

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString bytesText(std::uint64_t bytes, ByteUnits units)
{
    return textOf(formatBytes(static_cast<std::int64_t>(bytes), units));
}

QString countText(std::uint64_t count)
{
    return textOf(formatExact(static_cast<std::int64_t>(count)));
}

QString addressText(std::uint64_t address)
{
    return textOf(formatAddress(address));
}

QString counted(std::uint64_t count, const QString& one, const QString& many)
{
    return countText(count) + QLatin1Char(' ') + (count == 1 ? one : many);
}

QString secondsText(std::int64_t microseconds)
{
    const double value = static_cast<double>(microseconds);
    if (microseconds < 1000)
        return textOf(fmt::format("{} µs", microseconds));
    if (microseconds < 1'000'000)
        return textOf(fmt::format("{:.3f} ms", value / 1e3));
    if (microseconds < 600'000'000)
        return textOf(fmt::format("{:.3f} s", value / 1e6));
    const std::int64_t seconds = microseconds / 1'000'000;
    return textOf(fmt::format("{} min {:02} s", seconds / 60, seconds % 60));
}

QString surplusText(std::uint64_t asked, std::uint64_t given)
{
    if (given <= asked || asked == 0)
        return QStringLiteral("+0 %");
    const double percent = 100.0 * static_cast<double>(given - asked) / static_cast<double>(asked);
    if (percent < 0.1)
        return QStringLiteral("+<0.1 %");
    return textOf(percent < 9.95 ? fmt::format("+{:.1f} %", percent) : fmt::format("+{:.0f} %", percent));
}

} // namespace tidemark::ui
