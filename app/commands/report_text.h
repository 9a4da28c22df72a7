// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"

#include <string>

namespace tidemark {

// A recording in words and exact bytes, as `tidemark info` prints it.
std::string infoText(const AnalyzedRecording& analyzed);

} // namespace tidemark
