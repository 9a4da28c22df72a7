// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/map/map_view.h"

#include <cstdint>
#include <random>
#include <vector>

namespace tidemark::tests {

// $TIDEMARK_SEED, or always the same.
std::uint64_t chosenSeed();

struct MadeBlock {
    BlockState state = BlockState::Inactive;
    std::uint64_t size = 0;
    std::uint64_t requested = 0;
};

// One segment at 0x1000000 from these blocks.
SegmentList oneSegment(const std::vector<MadeBlock>& blocks);

// The whole of the list in a picture of this size.
ui::MapView viewOf(const SegmentList& list, int width, int height);

// Any part of it at any zoom, from whole rows to one block of 512 bytes.
ui::MapView randomView(std::mt19937_64& random, const SegmentList& list);

} // namespace tidemark::tests
