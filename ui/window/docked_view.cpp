// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/docked_view.h"

#include "ui/words.h"

namespace tidemark::ui {

std::array<DockedViewInfo, dockedViewCount> dockedViewInfos()
{
    const auto key = [](const char* keys) { return QKeySequence(QLatin1String(keys)); };
    return {{
        {DockedView::Map, "map", tr("Map"), tr("&Map"),
            tr("Every block of every segment at the cursor, and where free memory lies"), {key("Alt+1")}},
        {DockedView::WhatIf, "whatIf", tr("What if"), tr("&What if"),
            tr("What the program would have reserved under other settings"), {key("Alt+2"), key("Ctrl+I")}},
        {DockedView::Devices, "devices", tr("Devices"), tr("&Devices"),
            tr("All devices or ranks under each other, and who stands out"), {key("Alt+3"), key("Ctrl+D")}},
        {DockedView::Memory, "memory", tr("Memory"), tr("Memor&y"),
            tr("What is alive at the cursor or at the peak, and every tensor"),
            {key("Alt+4"), key("Ctrl+T")}},
        {DockedView::Scopes, "scopes", tr("Scopes"), tr("&Scopes"),
            tr("What memory did in each scope, phase and named range"), {key("Alt+5")}},
        {DockedView::Steps, "steps", tr("Steps"), tr("Ste&ps"),
            tr("What training steps leave behind, and where"), {key("Alt+6")}},
        {DockedView::Compared, "compared", tr("Compare"), tr("C&ompare"),
            tr("What differs from the other recording"), {key("Alt+7")}},
        {DockedView::ActiveMemory, "activeMemory", tr("Active memory"), tr("&Active memory"),
            tr("Every allocation over time, as a band"), {key("Alt+8")}},
        {DockedView::SegmentHistory, "segmentHistory", tr("Segments"), tr("Se&gments"),
            tr("Every segment over time: how it came to be in pieces"), {key("Alt+9")}},
        {DockedView::Tables, "tables", tr("Tables"), tr("Ta&bles"),
            tr("Events, allocations, segments and stacks as rows, and a histogram"), {key("Alt+0")}},
        {DockedView::Details, "details", tr("Details"), tr("Deta&ils"),
            tr("What the cursor and the selected block are, in words and exact bytes"),
            {key("Ctrl+Shift+D")}},
    }};
}

} // namespace tidemark::ui
