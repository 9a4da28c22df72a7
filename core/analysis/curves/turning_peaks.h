// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/curves/curve_view.h"

#include <cstdint>
#include <vector>

namespace tidemark {

// The peaks that one would point at: the highest positions between falls of at least `fall` bytes, the first
// of equals, in order. A curve's wobbles on the way up or down are no peaks. `fall` is at least 1.
std::vector<std::size_t> turningPeaks(const CurveView& curves, Curve which, std::int64_t fall);

// A fall worth a peak of its own: a twentieth of all that the curve ever moved.
std::int64_t notableFall(const CurveView& curves, Curve which);

} // namespace tidemark
