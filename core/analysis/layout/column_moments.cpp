// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layout/column_moments.h"

#include <algorithm>

namespace tidemark {

std::vector<std::size_t> columnMoments(
    const CurveView& curves, Curve curve, std::span<const std::size_t> borders)
{
    std::vector<std::size_t> moments;
    if (borders.size() < 2)
        return moments;
    moments.reserve(borders.size() - 1);
    const Pyramid& values = curves.curve(curve);
    for (std::size_t i = 0; i + 1 < borders.size(); ++i) {
        const std::size_t begin = std::min(borders[i], values.size());
        const std::size_t end = std::min(borders[i + 1], values.size());
        std::size_t moment = begin;
        if (begin < end) {
            const Pyramid::Extremes extremes = values.extremes(begin, end);
            if (extremes.max > curves.valueAt(curve, begin))
                moment = extremes.maxAt + 1;
        }
        moments.push_back(moment);
    }
    return moments;
}

} // namespace tidemark
