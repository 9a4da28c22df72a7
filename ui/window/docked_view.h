// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>
#include <array>
#include <cstddef>

namespace tidemark::ui {

// The views of a recording that can be moved, in the order of their tabs. The timeline stays where it is.
enum class DockedView {
    Map,
    WhatIf,
    Devices,
    Memory,
    Scopes,
    Steps,
    Compared,
    ActiveMemory,
    SegmentHistory,
    Tables,
    Details
};

constexpr std::size_t dockedViewCount = 11;

struct DockedViewInfo {
    DockedView view = DockedView::Map;
    const char* name = ""; // of its dock in saved layouts, which outlive a program's version
    QString title; // on its tab
    QString menuText; // the same, with a letter to reach it by
    QString tip; // what it shows
    QList<QKeySequence> keys; // the first one is by its place
};

// By DockedView.
std::array<DockedViewInfo, dockedViewCount> dockedViewInfos();

constexpr std::size_t indexOf(DockedView view)
{
    return static_cast<std::size_t>(view);
}

} // namespace tidemark::ui
