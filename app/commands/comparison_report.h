// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/report_json.h"
#include "core/analysis/devices/device_comparison.h"

#include <string>

namespace tidemark {

// The devices of a recording side by side, and who stands out. Both empty (null) where there is nothing to
// compare.
std::string comparisonText(const AnalyzedRecording& analyzed);
Json comparisonJson(const AnalyzedRecording& analyzed);

} // namespace tidemark
