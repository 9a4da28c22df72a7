// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

namespace tidemark {

// Where a curve stands highest, the first time.
struct CurvePeak {
    std::int64_t bytes = 0;
    std::int64_t timeUs = 0;
};

inline CurvePeak peakOf(const SampledCurve& curve)
{
    CurvePeak peak;
    for (std::size_t i = 0; i < curve.bytes.size(); ++i)
        if (i == 0 || curve.bytes[i] > peak.bytes)
            peak = {curve.bytes[i], curve.timeUs[i]};
    return peak;
}

} // namespace tidemark
