// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/curves/curve_view.h"

#include <span>
#include <vector>

namespace tidemark {

// One moment for each pixel column between two borders (see columnBorders): the first at which the curve is
// highest there, the one on entering included, so that a spike narrower than a pixel is seen. Positions,
// which never decrease.
std::vector<std::size_t> columnMoments(
    const CurveView& curves, Curve curve, std::span<const std::size_t> borders);

} // namespace tidemark
