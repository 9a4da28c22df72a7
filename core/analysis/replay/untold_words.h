// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/grouping.h"

#include <string>

namespace tidemark {

// What a recording does not tell of a kind of group, and how one is made that does: one or two sentences.
// Empty where it tells. For categories without labels: that they are guessed.
std::string untoldSentence(const Grouping& grouping, const Attribution& attribution);

} // namespace tidemark
