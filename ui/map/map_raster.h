// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/map/map_paints.h"
#include "ui/map/map_view.h"

#include <QImage>
#include <span>

namespace tidemark::ui {

// Draws the visible rows: `view.width` x `view.height` device pixels, without labels, selection or hover.
//
// A pixel that several blocks share mixes their colours by the bytes each has in it, so that a picture of a
// hundred thousand blocks is true on average. One exception: live blocks narrower than a pixel that stand
// alone in free memory are drawn strong enough to be seen, because they are what keeps the memory.
// Costs about the visible blocks plus the pixels.
//
// `classOf`: by block of the list, the class that allocated memory is coloured by (see MapPaints); empty: it
// has the one colour of allocated memory.
QImage rasterizeMap(const SegmentList& list, std::span<const MapRow> rows, const MapView& view,
    const MapPaints& paints, std::span<const std::uint8_t> classOf = {});

} // namespace tidemark::ui
