// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/tick_labels.h"

#include "ui/details/figures.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;

constexpr double microsecondsPerSecond = 1e6;
constexpr double minute = 60 * microsecondsPerSecond;
constexpr double hour = 60 * minute;
constexpr double day = 24 * hour;

double decimalStep(double wanted)
{
    const double power = std::pow(10.0, std::floor(std::log10(wanted)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= wanted * (1 - 1e-9))
            return factor * power;
    }
    return 10 * power;
}

// Digits behind the point that a multiple of `step` needs.
int decimalsOf(double step)
{
    int decimals = 0;
    while (decimals < 9 && std::abs(step - std::round(step)) > 1e-6 * step) {
        step *= 10;
        ++decimals;
    }
    return decimals;
}

QString grouped(double value, int decimals)
{
    const double scale = std::pow(10.0, decimals);
    const auto scaled = static_cast<std::int64_t>(std::llround(std::abs(value) * scale));
    const auto unit = static_cast<std::int64_t>(scale);
    QString text = value < 0 && scaled != 0 ? u"\u2212"_s : QString();
    text += QString::fromStdString(formatExact(scaled / unit));
    if (decimals > 0)
        text += u'.' + QString::number(scaled % unit).rightJustified(decimals, u'0');
    return text;
}

QString clockLabel(double microseconds, double step)
{
    const auto seconds = static_cast<std::int64_t>(std::llround(microseconds / microsecondsPerSecond));
    const std::int64_t hours = seconds / 3600;
    const std::int64_t minutes = seconds / 60 % 60;
    QStringList parts;
    if (hours > 0)
        parts << u"%1 h"_s.arg(hours);
    if (minutes > 0)
        parts << u"%1 min"_s.arg(minutes);
    if (step < minute && (seconds % 60 != 0 || parts.isEmpty()))
        parts << u"%1 s"_s.arg(seconds % 60);
    return parts.isEmpty() ? u"0"_s : parts.join(u' ');
}

} // namespace

double byteTickStep(double range, int most, ByteUnits units)
{
    if (units == ByteUnits::Decimal)
        return std::max(1.0, decimalStep(std::max(range, 1.0) / std::max(most, 1)));
    return std::max(1.0, std::exp2(std::ceil(std::log2(std::max(range, 1.0) / std::max(most, 1)) - 1e-9)));
}

QString byteTickLabel(double bytes, double step, double highest, ByteUnits units)
{
    // Three digits behind the point say eighths exactly, one says tenths; finer steps take the next smaller
    // unit.
    const double finest = units == ByteUnits::Binary ? 1.0 / 8 : 1.0 / 10;
    const auto sizeOf = [units](int power) { return std::pow(unitFactor(units), power); };
    if (std::abs(bytes) < step / 2)
        return u"0"_s;
    int power = 4;
    while (power > 0 && (sizeOf(power) > highest || step < sizeOf(power) * finest * (1 - 1e-9)))
        --power;
    const double size = sizeOf(power);
    return grouped(bytes / size, decimalsOf(step / size)) + u' '
        + textOf(unitName(units, static_cast<std::size_t>(power)));
}

double eventTickStep(double range, int most)
{
    return std::max(1.0, decimalStep(std::max(range, 1e-9) / std::max(most, 1)));
}

QString eventTickLabel(double event)
{
    return grouped(event, 0);
}

double timeTickStep(double range, int most)
{
    const double wanted = std::max(range, 1e-9) / std::max(most, 1);
    if (wanted <= 0.5 * microsecondsPerSecond)
        return std::max(1.0, decimalStep(wanted));
    for (const double seconds : {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800}) {
        if (seconds * microsecondsPerSecond >= wanted)
            return seconds * microsecondsPerSecond;
    }
    for (const double hours : {1, 2, 3, 6, 12, 24}) {
        if (hours * hour >= wanted)
            return hours * hour;
    }
    return day * decimalStep(wanted / day);
}

QString timeTickLabel(double microseconds, double step, double latest)
{
    if (std::abs(microseconds) < step / 2)
        return u"0"_s;
    if (latest >= minute && step >= microsecondsPerSecond)
        return clockLabel(microseconds, step);
    double unit = 1;
    QString name = u"\u00b5s"_s;
    if (latest >= microsecondsPerSecond) {
        unit = microsecondsPerSecond;
        name = u"s"_s;
    } else if (latest >= 1000) {
        unit = 1000;
        name = u"ms"_s;
    }
    return grouped(microseconds / unit, decimalsOf(step / unit)) + u' ' + name;
}

int decimalSubTicks(double step)
{
    const double mantissa = step / std::pow(10.0, std::floor(std::log10(step) + 1e-9));
    return std::abs(mantissa - 2) < 0.1 ? 3 : 4;
}

QString timeText(std::int64_t microseconds)
{
    const double value = static_cast<double>(microseconds);
    if (std::abs(value) < 1000)
        return u"%1 \u00b5s"_s.arg(microseconds);
    if (std::abs(value) < microsecondsPerSecond)
        return grouped(value / 1000, 3) + u" ms"_s;
    const double wholeMinutes = std::trunc(value / minute);
    const QString seconds = grouped(value / microsecondsPerSecond - wholeMinutes * 60, 3) + u" s"_s;
    if (wholeMinutes == 0)
        return seconds;
    const auto minutes = static_cast<std::int64_t>(wholeMinutes);
    if (std::abs(minutes) < 60)
        return u"%1 min %2"_s.arg(minutes).arg(seconds);
    return u"%1 h %2 min %3"_s.arg(minutes / 60).arg(minutes % 60).arg(seconds);
}

} // namespace tidemark::ui
