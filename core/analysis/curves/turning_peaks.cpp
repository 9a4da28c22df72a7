// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/curves/turning_peaks.h"

#include <algorithm>

namespace tidemark {

std::vector<std::size_t> turningPeaks(const CurveView& curves, Curve which, std::int64_t fall)
{
    std::vector<std::size_t> peaks;
    const std::size_t count = curves.eventCount();
    std::int64_t lowest = curves.valueAt(which, 0); // since the last peak
    std::int64_t highest = lowest;
    std::size_t highestAt = 0;
    bool isRising = true; // a beginning from which it only falls is a peak, too
    for (std::size_t position = 1; position <= count; ++position) {
        const std::int64_t value = curves.valueAt(which, position);
        if (isRising) {
            if (value > highest) {
                highest = value;
                highestAt = position;
            } else if (highest - value >= fall) {
                peaks.push_back(highestAt);
                isRising = false;
                lowest = value;
            }
        } else if (value < lowest) {
            lowest = value;
        } else if (value - lowest >= fall) {
            isRising = true;
            highest = value;
            highestAt = position;
        }
    }
    if (isRising && highestAt > 0)
        peaks.push_back(highestAt);
    return peaks;
}

std::int64_t notableFall(const CurveView& curves, Curve which)
{
    const std::int64_t first = curves.valueAt(which, 0);
    std::int64_t lowest = first;
    std::int64_t highest = first;
    if (curves.eventCount() > 0) {
        const Pyramid::Extremes extremes = curves.curve(which).extremes(0, curves.eventCount());
        lowest = std::min(lowest, extremes.min);
        highest = std::max(highest, extremes.max);
    }
    constexpr std::int64_t parts = 20;
    return std::max<std::int64_t>((highest - lowest) / parts, 1);
}

} // namespace tidemark
