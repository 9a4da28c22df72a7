// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/details/driver_text.h"
#include "ui/details/fragmentation_text.h"
#include "ui/details/moment.h"
#include "ui/details/reason_words.h"
#include "ui/details/text_parts.h"

#include <vector>

namespace tidemark::ui {

// A segment that empty_cache cannot return although it holds free memory, in words.
struct PinText {
    std::uint64_t blockAddress = 0; // its largest live block
    Text text;
};

// Everything the details say about a moment, as words and figures.
struct MomentText {
    QString title; // "At the cursor · event 9,157"
    Text headline; // "4.08 GiB reserved, 1.37 GiB allocated"
    Text share; // of a part of the memory, what part that is; empty for all of it
    std::vector<FigureRow> figures; // without rest: they sum to `reserved`
    FigureRow reserved;
    std::vector<FigureRow> insideLive; // what the live blocks were asked for, and the rounding
    Text origin; // why so much is reserved; may be empty
    Text emptyCache; // what empty_cache would return, and what it could not
    std::vector<PinText> pins; // largest free part first
    std::size_t pinsLeftOut = 0;
    DriverText driver; // what lies outside the allocator; without a title where nobody asked the driver
    FragmentationText fragmentation;
    QString eventTitle; // "alloc"; empty before the first event
    std::vector<TextRow> event;
    std::optional<ReasonWords> reason; // of a segment_alloc, segment_map or oom
};

MomentText momentText(const Moment& moment);

// The sentence about empty_cache alone, for buttons and reports. `isInsideFree`: what is not back yet waits
// for no stream, see moment.h.
Text emptyCacheText(const SegmentList& list, ByteUnits units, bool isInsideFree = false);

} // namespace tidemark::ui
