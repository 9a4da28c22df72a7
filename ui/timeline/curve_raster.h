// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/curves/curve_columns.h"
#include "core/analysis/curves/curve_view.h"
#include "ui/theme.h"
#include "ui/timeline/band_columns.h"

#include <QImage>
#include <array>
#include <span>
#include <vector>

namespace tidemark::ui {

// The columns of all three curves, by Curve; of one length.
using CurveColumnSet = std::array<std::vector<CurveColumn>, curveCount>;

// They are made of each pixel's positions, see columnBorders(), at quickBorders().
CurveColumnSet columnSet(const CurveView& curves, std::vector<std::size_t> borders);
// Where a pixel holds thousands of positions, inner borders move by less than a thirtieth of one: then the
// columns are found faster.
std::vector<std::size_t> quickBorders(std::vector<std::size_t> borders);

struct CurveRasterOptions {
    int height = 1; // device pixels; the width is the number of columns
    double top = 1; // bytes at the upper border; the lower border is 0
    int lineWidth = 1; // device pixels
    int columns = 0; // columns that the recording reaches; what lies behind stays empty
};

// Allocated as an area with an outline, active as a line where it leaves allocated, reserved as an outline
// with a light area below, all on the theme's panel. A spike inside one column is drawn in full height; where
// many columns swing up and down, their outline is drawn and the inside is lighter. `bands` fill the area of
// allocated memory below its outline. `canvas` is an earlier picture: where nobody else holds it and its size
// is right, its memory is used again, for fresh memory costs as much as the drawing.
QImage rasterCurves(const CurveColumnSet& curves, const Theme& theme, const CurveRasterOptions& options,
    const BandColumns& bands = {}, QImage canvas = {});

// Largest value in any of the columns.
std::int64_t highestValue(std::span<const CurveColumn> columns);
std::int64_t highestValue(const CurveColumnSet& curves);

} // namespace tidemark::ui
