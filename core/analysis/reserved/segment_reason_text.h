// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/reserved/reason_sentence.h"
#include "core/analysis/reserved/segment_reason.h"

#include <string>
#include <vector>

namespace tidemark {

// A reason in words, most important first: what was asked, why no free block served, what else was free, and
// what would have avoided it. Events are counted from one; bytes are given to the last digit. The command and
// the window say the same.
struct ReasonText {
    ReasonSentence asked;
    ReasonSentence answer; // why free memory did not do
    std::vector<ReasonSentence> more;
    std::vector<ReasonSentence> avoided; // only what follows from the state; may be empty
};

ReasonText reasonText(const SegmentReason& reason, const Device& device, const AllocatorSettings& settings,
    ByteUnits units = ByteUnits::Binary);

// All of it, a sentence a line.
std::string plainText(const ReasonText& text);

} // namespace tidemark
