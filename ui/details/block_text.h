// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/details/context_words.h"
#include "ui/details/moment.h"
#include "ui/details/text_parts.h"

#include <vector>

namespace tidemark::ui {

// Everything the details and the hover say about one block.
struct BlockText {
    Text headline; // what allocated it, or what kind of free memory it is
    std::vector<TextRow> rows;
    std::vector<FrameText> frames; // innermost first
    std::vector<FrameText> forwardFrames; // where the tensor was made in the forward pass
    Text note; // why there is no stack; may be empty
};

// The block at the moment that holds this address. Where no segment does, the headline says so and there is
// nothing else.
BlockText blockText(const Moment& moment, std::uint64_t address);

// The same as a few lines for a tooltip: rich text.
QString hoverText(const BlockText& text);

} // namespace tidemark::ui
