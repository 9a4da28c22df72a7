// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QSizeF>

namespace tidemark::ui {

// What the rows above the curves must hold, and how large text is.
struct RowNeeds {
    int lanes = 0; // of annotations
    bool marks = false;
    bool segments = false;
    double textHeight = 12; // of labels
    double gutter = 60; // left of the curves, for labels
};

// Where everything of a timeline lies, in logical pixels. A row that is not needed, or has no room because
// the widget is low, is empty.
struct TimelineRows {
    QRectF overview;
    QRectF bands; // all lanes
    double laneHeight = 0; // with the gap below
    QRectF marks;
    QRectF segments;
    QRectF panel; // legend and curves
    QRectF legend;
    QRectF plot; // the curves; whole pixels

    int lanes() const { return laneHeight > 0 ? qRound(bands.height() / laneHeight) : 0; }
    double top() const; // of the rows that share the curves' axis
};

// More lanes than this are not drawn; hovering tells the rest.
inline constexpr int mostLanes = 4;

TimelineRows layoutRows(const QSizeF& size, const RowNeeds& needs);

} // namespace tidemark::ui
