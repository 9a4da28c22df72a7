// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/value_scale.h"

#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

// So that the top is one of few values between a power and the next.
double roundingStep(double wanted, ByteUnits units)
{
    if (units == ByteUnits::Binary)
        return std::exp2(std::floor(std::log2(wanted))) / 8;
    const double power = std::pow(10.0, std::floor(std::log10(wanted)));
    const double times = wanted / power;
    return power * (times < 2 ? 0.1 : times < 5 ? 0.2 : 0.5);
}

} // namespace

void ValueScale::fit(double highest, double headroom, ByteUnits units)
{
    const double smallestTop = units == ByteUnits::Binary ? 4096 : 4000;
    constexpr double leastUse = 0.5;
    const double wanted = std::max(highest / (1 - headroom), smallestTop);
    const bool isRound = units == m_units;
    if (isRound && wanted <= m_top && wanted >= m_top * leastUse)
        return;
    m_units = units;
    const double step = roundingStep(wanted, units);
    m_top = std::ceil(wanted / step) * step;
}

} // namespace tidemark::ui
