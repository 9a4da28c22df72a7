// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/devices/driver_view.h"
#include "ui/timeline/overlay_lines.h"

#include <QImage>
#include <optional>
#include <span>
#include <vector>

namespace tidemark::ui {

// What the timeline shows of the driver's view.
struct DriverChoice {
    bool isShown = true; // where there is something to show
    bool showsCapacity = false; // the vertical axis reaches up to the card's capacity

    bool operator==(const DriverChoice&) const = default;
};

// One pixel column of what the driver counts. Between two of its samples only what it counts beyond the
// allocator's segments stands still: those are known at every event.
struct DriverColumn {
    CurveColumn reserved; // by the whole allocator, whatever part of it is looked at
    std::optional<CurveColumn> process; // none before the first sample that tells it
    std::optional<CurveColumn> used; // by everybody
};

// `borders` as for curveColumns().
std::vector<DriverColumn> driverColumns(
    std::span<const DriverStep> steps, const DeviceHistory& history, std::span<const std::size_t> borders);

std::int64_t highestValue(std::span<const DriverColumn> columns);

// The looks of the two lines, and of the areas below them: hatched from reserved to what the process uses,
// dotted from there to what everybody uses.
OverlayLook processLook(const Theme& theme);
OverlayLook deviceLook(const Theme& theme);
OverlayLook outsideLook(const Theme& theme);
OverlayLook othersLook(const Theme& theme);

// Over a picture that rasterCurves() made with the same options; its areas are left as they are. Columns
// behind those that the recording reaches stay empty.
void drawDriver(QImage& picture, std::span<const DriverColumn> columns, const Theme& theme,
    const CurveRasterOptions& options);

} // namespace tidemark::ui
