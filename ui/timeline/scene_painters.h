// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/readout.h"
#include "ui/timeline/timeline_scene.h"

#include <QPainter>
#include <optional>

namespace tidemark::ui {

// Draw the parts of a scene, each in its own row.
void paintSurroundings(QPainter& painter, const QRectF& widget, const TimelineScene& scene); // of the panel
void paintPanel(QPainter& painter, const TimelineScene& scene); // behind grid and curves
void paintCurves(QPainter& painter, const TimelineScene& scene);
void paintCapacity(QPainter& painter, const TimelineScene& scene);
void paintPeaks(QPainter& painter, const TimelineScene& scene);
void paintLegend(QPainter& painter, const TimelineScene& scene);
void paintOverview(QPainter& painter, const TimelineScene& scene);
void paintBands(QPainter& painter, const TimelineScene& scene);
void paintMarks(QPainter& painter, const TimelineScene& scene);
void paintSegmentTicks(QPainter& painter, const TimelineScene& scene);

// What moves with the mouse and the cursor; drawn over a scene without painting it again.
struct TimelineOverlay {
    double cursor = 0; // axis value
    std::optional<double> hoverX; // pixel
    std::optional<QRectF> rubberBand; // a range being chosen
    QString rubberBandText;
    Readout readout;
    QPointF mouse;
};

void paintOverlay(QPainter& painter, const TimelineScene& scene, const TimelineOverlay& overlay);
// All pixels that it is painted on.
QRegion overlayRegion(const TimelineScene& scene, const TimelineOverlay& overlay);

} // namespace tidemark::ui
