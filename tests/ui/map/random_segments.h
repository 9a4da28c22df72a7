// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/segment_list.h"

#include <cstddef>
#include <random>

namespace tidemark::tests {

struct RandomShape {
    std::size_t segments = 40;
    std::size_t mostBlocks = 60; // in a segment
    bool expandable = true; // some of them
};

// Segments without overlap, by address, their blocks without gaps; every state, with and without rounding,
// 2 MiB segments beside 300 MiB ones, one in five wholly free.
SegmentList randomSegments(std::mt19937_64& random, const RandomShape& shape);

} // namespace tidemark::tests
