// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/reserved/reason_sentence.h"
#include "ui/details/moment.h"
#include "ui/details/text_parts.h"

#include <optional>
#include <vector>

namespace tidemark::ui {

// Why the event that led to the moment had to get memory from the device.
struct ReasonWords {
    QString title;
    std::vector<Text> first; // what was asked for, and why no free block served
    std::vector<Text> more; // what else was free, and where
    std::vector<Text> avoided; // what would have avoided it
};

// None unless that event is a segment_alloc, a segment_map or an oom.
std::optional<ReasonWords> reasonWords(const Moment& moment);

// With links to what it names.
Text wordsOf(const ReasonSentence& sentence, ByteUnits units);
FigureRow figureRow(const BandRow& row);

} // namespace tidemark::ui
