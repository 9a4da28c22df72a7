// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tiles/tile_source.h"

namespace tidemark::ui {

// "features.0.weight · parameter · 9.00 MiB · event 12 to event 345": one allocation, in a line.
QString allocationLine(const TileSource& source, std::uint32_t allocation, ByteUnits units);

// The same as a few lines for a tooltip, with the stack that made it: plain text.
QString allocationTip(const TileSource& source, std::uint32_t allocation);

} // namespace tidemark::ui
