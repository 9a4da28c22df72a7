// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/curves/curve_view.h"
#include "core/base/bytes.h"
#include "ui/overlay_curve.h"
#include "ui/theme.h"

#include <QPainter>
#include <QString>
#include <vector>

namespace tidemark::ui {

// Words and figures beside the mouse.
struct Readout {
    struct Row {
        QColor swatch; // invalid: none
        QString label;
        QString figure; // rounded, with its unit
        QString exact; // every byte
    };

    QString title;
    QStringList lines;
    std::vector<Row> rows;

    bool isEmpty() const { return title.isEmpty() && lines.isEmpty() && rows.empty(); }
};

// "4,178.00 MiB" or "4,380.95 MB": always in these, so that rows compare at a glance.
QString megabytesText(std::int64_t bytes, ByteUnits units);
// "event 9,157 of 15,136 · 27.318 s": the event that made the state at `position`, counted from one.
QString positionText(const Device& device, std::size_t eventCount, std::size_t position);
// "alloc 98,304,000 B on stream 7".
QString eventText(const Device& device, std::size_t event);

// The three curves and the event at a position.
Readout readoutAt(const Device& device, const CurveView& history, std::size_t position, const Theme& theme,
    ByteUnits units);
// What an overlay says there; nothing behind its end.
void addOverlayRow(
    Readout& readout, const OverlayCurve& curve, std::size_t position, const Theme& theme, ByteUnits units);
// The three curves as one sentence, for screen readers.
QString spokenText(const Device& device, const CurveView& history, std::size_t position);

// The box of a readout, near `mouse` and inside `bounds`.
QRectF readoutPlace(const Readout& readout, const QFont& font, const QPointF& mouse, const QRectF& bounds);
// Draws a readout in that box.
void paintReadout(QPainter& painter, const Readout& readout, const Theme& theme, const QFont& font,
    const QPointF& mouse, const QRectF& bounds);

} // namespace tidemark::ui
