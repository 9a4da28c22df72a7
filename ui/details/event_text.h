// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/details/moment.h"
#include "ui/details/text_parts.h"

#include <optional>
#include <vector>

namespace tidemark::ui {

// The event that led to the moment, which must not lie before the first one.
QString eventTitle(const Moment& moment); // "alloc", PyTorch's own name
std::vector<TextRow> eventRows(const Moment& moment);

// What an out-of-memory event says, with the state it met. All bytes.
struct OomText {
    Text headline; // "Out of memory: 2.00 GiB asked for"
    std::vector<TextRow> rows;
    Text verdict; // what the figures mean; may be empty
};

// None unless the event that led to the moment is an `oom`.
std::optional<OomText> oomText(const Moment& moment);

} // namespace tidemark::ui
