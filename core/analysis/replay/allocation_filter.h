// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace tidemark {

// Allocations told apart by what they are themselves, whatever memory they lie in: all that is set holds at
// once. Sizes are bytes given, rounded, as the allocated curve counts them. A life reaches from the alloc to
// the event that ends allocated; it is not known while an allocation is not freed, or was there before the
// recording, and in time also where there are no times. So a run that grows changes what a filter of lives
// holds, at moments long past, too.
struct AllocationFilter {
    struct Range {
        std::uint64_t least = 0;
        std::uint64_t most = UINT64_MAX; // inside

        bool holds(std::uint64_t value) const { return value >= least && value <= most; }
        bool operator==(const Range&) const = default;
    };
    struct Life {
        Range range;
        bool isUnknown = false; // instead: those whose life is not known

        bool holds(const std::optional<std::uint64_t>& life) const
        {
            return isUnknown ? !life : life && range.holds(*life);
        }
        bool operator==(const Life&) const = default;
    };

    std::optional<Range> size; // bytes
    std::optional<Life> lifeEvents; // events
    std::optional<Life> lifeUs; // microseconds
    bool isNeverFreed = false; // only those that are there at the end

    bool isAll() const { return !size && !lifeEvents && !lifeUs && !isNeverFreed; }
    bool operator==(const AllocationFilter&) const = default;
};

} // namespace tidemark
