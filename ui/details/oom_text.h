// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/details/moment.h"
#include "ui/details/text_parts.h"

#include <optional>
#include <vector>

namespace tidemark::ui {

// Bytes, and what they are or who holds them.
struct OomRow {
    std::uint64_t bytes = 0;
    Text text;
};

// One time that memory ran out, with the state it met.
struct OomText {
    Text headline; // "Out of memory: 2.00 GiB asked for"
    Text verdict; // what stood in the way
    std::vector<std::vector<OomRow>> figures; // what was asked for, the device, what was reserved
    std::vector<Text> sentences; // what could have been returned, and what perfect order would have done
    std::vector<OomRow> holders; // most bytes first
    std::vector<OomRow> pinned; // most free bytes first
    Text holdersLeftOut; // "and 12 holders with less"; empty: none
    Text pinnedLeftOut;
    Text others; // which of how many it is, with links to its neighbours; empty: the only one
    Text question; // whether other settings would have served it; empty where the recording is cut off
};

// None unless the event that led to the moment is an `oom`.
std::optional<OomText> oomText(const Moment& moment);

} // namespace tidemark::ui
