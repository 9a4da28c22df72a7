// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/explain/card.h"
#include "ui/details/block_text.h"
#include "ui/details/event_text.h"
#include "ui/details/moment_text.h"
#include "ui/details/oom_text.h"
#include "ui/theme.h"

#include <optional>
#include <vector>

namespace tidemark::ui {

// All the words of the details pane.
struct DetailsText {
    QString empty; // why there is nothing else to show; empty when there is
    std::optional<MomentText> moment;
    std::optional<OomText> oom;
    std::vector<Card> cards; // answers to what many ask, where they apply at the cursor
    std::optional<BlockText> block; // none: nothing is selected
};

DetailsText detailsText(const ViewState& state);

struct DetailsStyle {
    Theme theme;
    QFont font;
    ByteUnits units = ByteUnits::Binary;
    bool showsFramework = false; // frames of PyTorch and Python too
    bool showsFragmentation = false; // each pool and stream, and reserved by cause
    bool showsReason = false; // all that is known about why a segment was needed
    std::vector<CardKind> openCards = {}; // the others show their titles only
};

// The pane as rich text. Samples of the map's classes are images named by swatchName().
QString detailsHtml(const DetailsText& text, const DetailsStyle& style);

QString swatchName(MemoryClass memoryClass);

} // namespace tidemark::ui
