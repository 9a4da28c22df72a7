// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/segment_reason.h"

#include <string>
#include <vector>

namespace tidemark {

// A piece of a sentence, and what it names.
struct ReasonPart {
    enum class Names : std::uint8_t {
        Nothing,
        Position, // value: the moment just after an event, see DeviceHistory
        Address, // value: within a block at the moment that was searched
    };

    std::string text;
    Names names = Names::Nothing;
    std::uint64_t value = 0;
};

using ReasonSentence = std::vector<ReasonPart>;

// A reason in words, most important first: what was asked, why no free block served, what else was free, and
// what would have avoided it. Events are counted from one; bytes are given to the last digit. The command and
// the window say the same.
struct ReasonText {
    ReasonSentence asked;
    ReasonSentence answer; // why free memory did not do
    std::vector<ReasonSentence> more;
    std::vector<ReasonSentence> avoided; // only what follows from the state; may be empty
};

ReasonText reasonText(const SegmentReason& reason, const Device& device, const AllocatorSettings& settings);

std::string plainText(const ReasonSentence& sentence);
// All of it, a sentence a line.
std::string plainText(const ReasonText& text);

} // namespace tidemark
