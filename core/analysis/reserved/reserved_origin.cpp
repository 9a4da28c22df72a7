// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/reserved_origin.h"

namespace tidemark {

namespace {

// The first index of the run of values that ends before `end` and in which none is below `level`.
std::size_t runBegin(const Pyramid& values, std::size_t end, std::int64_t level)
{
    std::size_t begin = end; // of the run as far as it is known
    std::size_t reach = 64; // how far to look back at once: doubled while all is well
    while (begin > 0) {
        std::size_t from = begin > reach ? begin - reach : 0;
        if (values.extremes(from, begin).min >= level) {
            begin = from;
            reach *= 2;
            continue;
        }
        // Some value in [from, begin) is below the level: the last one is the one before the run.
        while (begin - from > 1) {
            const std::size_t middle = from + (begin - from) / 2;
            if (values.extremes(middle, begin).min < level)
                from = middle;
            else
                begin = middle;
        }
        return begin;
    }
    return begin;
}

} // namespace

std::size_t standsSince(const CurveView& curves, Curve curve, std::size_t position)
{
    const std::int64_t level = curves.valueAt(curve, position);
    // The value after event i holds at position i + 1.
    const std::size_t begin = runBegin(curves.curve(curve), position, level);
    if (begin == 0)
        return curves.valueAt(curve, 0) >= level ? 0 : 1;
    return begin + 1;
}

} // namespace tidemark
