// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/base/error.h"

#include <string_view>
#include <vector>

namespace tidemark {

// How a moment is named, the same in every command: "start", "end", "peak" (of the curve that the command is
// about), "event:K" (just after event K, counted from zero), "step:N" (the end of that training step) and
// "mark NAME" or "mark:NAME" (of several the newest).
inline constexpr const char* momentNames =
    "start, end, peak, event:K (just after event K; the first is 0), step:N (the end of that step) or \"mark "
    "NAME\"";

// The one position that a name leads to on a device; `peak` is that of `curve`.
Expected<std::size_t> momentNamed(
    std::string_view name, const AnalyzedRecording& analyzed, std::size_t device, Curve curve);

// Those names, and the two that stand for several moments: "snapshots" and "every:N".
Expected<std::vector<std::size_t>> momentsNamed(
    std::string_view name, const AnalyzedRecording& analyzed, std::size_t device, Curve curve);

} // namespace tidemark
