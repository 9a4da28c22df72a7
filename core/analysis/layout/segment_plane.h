// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/alive_allocations.h"
#include "core/analysis/layout/address_layout.h"
#include "core/analysis/layout/id_plane.h"

#include <span>

namespace tidemark {

// Segments over time: each allocation at its address, IdPlane::freeMemory where a segment has nothing
// allocated (also where a block waits for another stream), IdPlane::nothing where no segment is. Rows count
// from the top along the layout's axis; a column shows the moment it is given. `moments` are positions that
// never decrease. Incomplete where `stop` ends it.
IdPlane segmentPlane(const Attribution& attribution, const AliveAllocations& alive,
    std::span<const ReservedPiece> pieces, const AddressLayout& layout, std::span<const std::size_t> moments,
    const ByteRows& rows, const std::stop_token& stop = {});

} // namespace tidemark
