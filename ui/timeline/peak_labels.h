// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytes.h"
#include "ui/timeline/axis_geometry.h"
#include "ui/timeline/curve_raster.h"

#include <QPointF>
#include <QRectF>
#include <QString>
#include <functional>
#include <vector>

namespace tidemark::ui {

struct PlacedPeak {
    Curve curve = Curve::Allocated;
    QPointF point;
    QString text;
    QRectF label;
};

struct PeakSpace {
    CurveView history;
    const Device& device;
    const CurveColumnSet& columns; // of the visible range
    AxisGeometry geometry;
    QRectF plot;
    double top = 1; // bytes at the upper border of `plot`
    ByteUnits units;
    std::function<QSizeF(const QString&)> textSize;
};

// The highest points of reserved and allocated, where they are in the visible range, with labels that keep
// clear of the borders, of each other and, where there is room, of the curves.
std::vector<PlacedPeak> layoutPeaks(const PeakSpace& space);

} // namespace tidemark::ui
