// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/devices/devices_scene.h"

#include <QPainter>

namespace tidemark::ui {

// What moves with the mouse, the keys and the cursor.
struct DevicesOverlay {
    std::optional<double> hover; // place on the axis
    std::size_t hoveredRow = SIZE_MAX; // places in DevicesModel::rows()
    std::size_t currentRow = SIZE_MAX; // of the keyboard
    std::size_t pickedRow = SIZE_MAX; // of the picked device
    std::optional<double> cursor; // place on the axis
    bool hasFocus = false;
};

void paintDevices(
    QPainter& painter, const DevicesModel& model, const DevicesScene& scene, const DevicesOverlay& overlay);

} // namespace tidemark::ui
