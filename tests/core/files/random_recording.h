// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <cstdint>
#include <string>

namespace tidemark::tests {

// A recording in which everything that can be there is there, with values from one end of their ranges to the
// other. `events` for each device, texts of at most `longestText` bytes; the same seed gives the same
// recording.
Recording randomRecording(std::uint64_t seed, std::size_t events, std::size_t longestText = 5000);

// The seed to begin with: $TIDEMARK_SEED, else 1.
std::uint64_t firstSeed();

} // namespace tidemark::tests
