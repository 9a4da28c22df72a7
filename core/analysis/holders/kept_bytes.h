// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/attribution.h"

#include <string>
#include <vector>

namespace tidemark {

// What one operator keeps for the backward pass in one element type.
struct KeptRow {
    std::string operation; // "" where the recording does not name it
    DataType dataType = DataType::Unknown;
    bool isPacked = false; // in fewer bytes than it was computed in
    std::uint64_t bytes = 0;
    std::uint64_t tensors = 0; // allocations: those that share one count once
};

// What is kept for the backward pass at one moment, from the labels of the recording. The rows sum to
// `bytes`.
struct KeptBytes {
    std::size_t position = 0; // see DeviceHistory
    std::uint64_t bytes = 0;
    std::vector<KeptRow> rows; // most bytes first

    std::uint64_t bytesOf(DataType type) const;
};

KeptBytes keptAt(const Recording& recording, const Attribution& attribution, std::size_t position);

// Where the last forward pass ends, or else at the allocated peak: when most is kept.
std::size_t keptPosition(const Recording& recording, std::size_t device, const DeviceHistory& history);

} // namespace tidemark
