// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/curves/aligned_curve.h"
#include "ui/overlay_curve.h"

#include <vector>

namespace tidemark::ui {

inline constexpr std::size_t comparedCurveCount = 2;

// Reserved and allocated of a device of `other`, to be laid over a device of `shown`. `name` is that of the
// other recording. `stop` ends it early: then they are shorter. `progress` counts events of `shown` for each
// curve, beyond what it has counted before, and may be null.
std::vector<OverlayCurve> comparisonCurves(const AnalyzedRecording& shown, std::size_t device,
    const AnalyzedRecording& other, std::size_t otherDevice, const QString& name, CurveAlignment by,
    const std::stop_token& stop = {}, Progress* progress = nullptr);

} // namespace tidemark::ui
