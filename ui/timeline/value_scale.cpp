// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/value_scale.h"

#include <algorithm>
#include <cmath>

namespace tidemark::ui {

void ValueScale::fit(double highest, double headroom)
{
    constexpr double smallestTop = 4096;
    constexpr double leastUse = 0.5;
    const double wanted = std::max(highest / (1 - headroom), smallestTop);
    if (wanted <= m_top && wanted >= m_top * leastUse)
        return;
    const double step = std::exp2(std::floor(std::log2(wanted))) / 8;
    m_top = std::ceil(wanted / step) * step;
}

} // namespace tidemark::ui
