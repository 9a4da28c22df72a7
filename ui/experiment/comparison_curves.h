// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "ui/overlay_curve.h"

#include <vector>

namespace tidemark::ui {

// Reserved and allocated of the first device of `other`, to be laid over a device of `shown`: steps and
// phases of the same name lie over each other. `name` is that of the other recording.
std::vector<OverlayCurve> comparisonCurves(
    const AnalyzedRecording& shown, std::size_t device, const AnalyzedRecording& other, const QString& name);

} // namespace tidemark::ui
