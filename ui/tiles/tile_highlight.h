// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tiles/tile.h"

namespace tidemark::ui {

// The border of what has an id in a tile, inside it, and a tint over the rest of it; all else is transparent.
// A null image where the tile has none of it.
QImage highlightImage(
    const Tile& tile, std::uint32_t id, const QColor& border, const QColor& tint, int borderWidth);

} // namespace tidemark::ui
