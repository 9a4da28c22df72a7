// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/overlay_curve.h"
#include "ui/theme.h"
#include "ui/timeline/curve_raster.h"

#include <QImage>
#include <QPainter>
#include <span>

namespace tidemark::ui {

// What fills an overlay that is an area.
enum class OverlayArea : std::uint8_t { None, Hatched, Dotted };

// How an overlay is told from the recorded curves and from other overlays: by colour and by dashes, or by
// what fills it.
struct OverlayLook {
    QColor colour;
    bool isDashed = false;
    OverlayArea area = OverlayArea::None;
};

OverlayLook overlayLook(const Theme& theme, OverlayRole role);

// A curve as a line over a picture that rasterCurves() made with the same options. `columns` may be fewer
// than the picture's: the line ends there.
void drawOverlayLine(QImage& picture, std::span<const CurveColumn> columns, const OverlayLook& look,
    const CurveRasterOptions& options);

// The same line, or a piece of the area, as a sample for a legend.
void paintOverlaySample(QPainter& painter, const QRectF& place, const OverlayLook& look);

} // namespace tidemark::ui
