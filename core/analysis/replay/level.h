// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tidemark {

// The figures of memory_stats() that a trace determines, at one moment, both pools together. Bytes and
// counts. requested <= allocated <= active <= reserved, up to PyTorch's own quirk that requested falls with
// active.
struct Level {
    std::int64_t requestedBytes = 0;
    std::int64_t allocatedBytes = 0;
    std::int64_t activeBytes = 0;
    std::int64_t reservedBytes = 0;
    std::int64_t inactiveSplitBytes = 0; // expandable segments do not count, as in PyTorch
    std::int64_t allocation = 0;
    std::int64_t active = 0;
    std::int64_t segment = 0; // expandable segments do not count, as in PyTorch
    std::int64_t inactiveSplit = 0;

    bool operator==(const Level&) const = default;
};

} // namespace tidemark
