// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/reserved/out_of_memory_report.h"
#include "core/analysis/reserved/segment_reason_text.h"

#include <string>
#include <vector>

namespace tidemark {

struct ByteRow {
    std::string label;
    std::uint64_t bytes = 0;
};

// Who holds memory, or what keeps it from going back: bytes, and a sentence about them.
struct HolderRow {
    std::uint64_t bytes = 0;
    ReasonSentence text;
};

// A report in words, most important first. The command and the window say the same. Events are counted from
// one; bytes are given to the last digit.
struct OutOfMemoryText {
    std::string headline; // "Out of memory: 2.00 GiB asked for"
    ReasonSentence verdict; // what stood in the way
    std::vector<ByteRow> request; // what was asked for
    std::vector<ByteRow> device; // what there was outside
    std::vector<ByteRow> inside; // what was reserved, and what of it was free
    std::vector<ReasonSentence> why; // why no free block served, and what would have
    ReasonSentence emptyCache; // what could have been returned
    ReasonSentence defragmented; // what perfect order would have done
    std::vector<HolderRow> holders; // the first few
    std::uint64_t holdersLeftOut = 0;
    std::vector<HolderRow> pinned; // free bytes, most first; the first few
    std::uint64_t pinnedLeftOut = 0;
};

// Of the lists of holders and pinned segments at most `most` lines.
OutOfMemoryText outOfMemoryText(const OutOfMemoryReport& report, const Device& device,
    const AllocatorSettings& settings, std::size_t most = 8, ByteUnits units = ByteUnits::Binary);

// All of it, a sentence or a row a line.
std::string plainText(const OutOfMemoryText& text);

} // namespace tidemark
