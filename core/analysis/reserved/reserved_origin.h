// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/curves/curve_view.h"

#include <cstddef>

namespace tidemark {

// Since when a curve has stood at least as high as it does at `position`: the first position of the unbroken
// run of positions up to `position` whose values are not below its own. 0: since before the first event.
// For Curve::Reserved this is the moment that explains why so much is reserved now. O(log² events).
std::size_t standsSince(const CurveView& curves, Curve curve, std::size_t position);

} // namespace tidemark
