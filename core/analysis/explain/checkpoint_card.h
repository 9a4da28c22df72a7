// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/explain/card.h"
#include "core/analysis/holders/attribution.h"

namespace tidemark {

// What of the allocated peak belongs to the backward pass of one checkpointed segment: from the last range
// named "recompute NAME" that began before the peak, in the same step. Bytes.
struct CheckpointPeak {
    std::string segment; // NAME
    std::size_t position = 0; // of the peak
    std::uint64_t peak = 0;
    std::uint64_t madeAgain = 0; // allocated by the second run of the segment, and alive at the peak
    std::uint64_t since = 0; // allocated after it: gradients and temporaries of its backward pass
    std::uint64_t before = 0; // all that was there already: the rest, without remainder
};

// None where no segment had begun to run again when the peak was reached, and where the peak is in another
// phase than the backward pass.
std::optional<CheckpointPeak> checkpointPeak(const Recording& recording, std::size_t device,
    const DeviceHistory& history, const Attribution& attribution);

// "Why checkpointing does not lower this peak": for recordings in which segments run again.
std::optional<Card> checkpointCard(const Recording& recording, std::size_t device,
    const DeviceHistory& history, const Attribution& attribution);

} // namespace tidemark
