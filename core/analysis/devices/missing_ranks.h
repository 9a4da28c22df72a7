// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <string>
#include <vector>

namespace tidemark {

// The ranks of a job of which several were opened, but not these, in order: by the setting "world_size" (or
// "WORLD_SIZE") that each carries. Empty where the recordings do not tell how many there were, or do not
// agree.
std::vector<int> missingRanks(const Recording& recording);

// "Of the 8 ranks of this job 1 and 4-6 are missing: ..."; empty where none is.
std::string missingRanksSentence(const Recording& recording);

} // namespace tidemark
