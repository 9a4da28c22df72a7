// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/attribution.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace tidemark {

// Which allocations are alive at any position, in time that depends on how many those are and not on how many
// there ever were. Immutable once made.
class AliveAllocations {
public:
    AliveAllocations() = default;
    // Where `stop` ends it early it is of no use.
    explicit AliveAllocations(const Attribution& attribution, const std::stop_token& stop = {});

    // Places in Attribution::allocations, rising. `attribution` is the one that this was made from.
    std::vector<std::uint32_t> at(const Attribution& attribution, std::size_t position) const;

private:
    struct Checkpoint {
        std::uint64_t position = 0;
        std::size_t firstAlive = 0; // place in m_alive
        std::size_t aliveCount = 0;
        std::size_t next = 0; // the first allocation made at this position or later
    };

    std::vector<Checkpoint> m_checkpoints; // by position
    std::vector<std::uint32_t> m_alive;
};

// An attribution of these allocations alone, with their labels; in the same order. What is told apart of few
// need not look at all.
Attribution onlyThese(const Attribution& attribution, std::span<const std::uint32_t> places);

} // namespace tidemark
