// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tidemark::ui {

// What the mouse means, alike in all views. Logical pixels.
inline constexpr double clickDistance = 3; // a press that moves less is a click
inline constexpr double zoomPerNotch = 1.25; // of the wheel, and of each zoom by key
inline constexpr double wheelNotch = 120; // QWheelEvent's eighths of a degree for one notch of a common mouse

} // namespace tidemark::ui
