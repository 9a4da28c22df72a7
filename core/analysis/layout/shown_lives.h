// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/alive_allocations.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tidemark {

// An allocation in a picture over time: it is alive at the moments of the columns [begin, end).
struct ShownLife {
    std::uint32_t allocation = 0; // place in Attribution::allocations
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

// The allocations that are alive at one of the moments at least, oldest first: what comes and goes between
// two moments is not there. `moments` are positions that never decrease; `alive` is made from the
// attribution. Empty where `stop` ends it.
std::vector<ShownLife> shownLives(const Attribution& attribution, const AliveAllocations& alive,
    std::span<const std::size_t> moments, const std::stop_token& stop = {});

} // namespace tidemark
