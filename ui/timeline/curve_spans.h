// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/curves/curve_columns.h"

#include <span>
#include <vector>

namespace tidemark::ui {

// Rows of one pixel column that a curve covers: [top, bottom].
struct CurveSpan {
    int top = 0;
    int bottom = 0;

    bool operator==(const CurveSpan&) const = default;
};

// From bytes to rows of a picture: 0 is at its lower border.
struct RowScale {
    int height = 1; // rows, device pixels
    double top = 1; // bytes at the upper border

    int row(std::int64_t value) const;
};

// A line of `lineWidth` device pixels, thick also where it is upright.
std::vector<CurveSpan> curveSpans(std::span<const CurveColumn> columns, const RowScale& scale, int lineWidth);

} // namespace tidemark::ui
