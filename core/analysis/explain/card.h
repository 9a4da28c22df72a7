// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/explain/explanation.h"

#include <string>
#include <vector>

namespace tidemark {

enum class CardKind : std::uint8_t { ReservedFarAboveAllocated, Checkpointing, PackedActivations };

// The answer to a question that many ask, for a recording that it applies to: what is so, in sentences with
// figures, and what to try.
struct Card {
    CardKind kind = CardKind::ReservedFarAboveAllocated;
    std::string title;
    std::vector<ExplanationSentence> sentences;
    std::vector<ReasonSentence> tries;
};

// A line each, with every figure to the byte.
std::string plainText(const Card& card);

} // namespace tidemark
