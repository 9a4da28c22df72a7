// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/allocation_facts.h"
#include "core/base/bytes.h"

#include <string>
#include <vector>

namespace tidemark {

// What the bars of a histogram tell apart.
enum class HistogramOf : std::uint8_t {
    Size, // bytes given
    LifeEvents, // events from alloc to free
    LifeTime, // microseconds from alloc to free
};

// Allocations from one power of two up to the next.
struct HistogramBar {
    std::uint64_t least = 0;
    std::uint64_t most = 0; // inside
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
};

// How many allocations, and how many bytes, there are of each order of magnitude. Every allocation that is
// chosen is in one bar, or counted as one whose life is not known.
struct Histogram {
    HistogramOf of = HistogramOf::Size;
    std::vector<HistogramBar>
        bars; // without gaps, from the first that holds any to the last; 0 has one alone
    // Lives only: allocations that were there before the recording, or are not freed in it, or of a recording
    // without times.
    std::uint64_t openCount = 0;
    std::uint64_t openBytes = 0;
    bool isComplete = true; // false: stopped
};

Histogram histogramOf(const AllocationFacts& facts, HistogramOf of, const AllocationChoice& choice = {},
    const std::stop_token& stop = {});

// A filter that besides holds only the allocations of a bar, or only those whose life is not known; and one
// that does not ask what these bars tell apart.
AllocationFilter withBar(AllocationFilter filter, HistogramOf of, const HistogramBar& bar);
AllocationFilter withUnknownLife(AllocationFilter filter, HistogramOf of);
AllocationFilter without(AllocationFilter filter, HistogramOf of);
// What it asks of that alone.
AllocationFilter onlyOf(const AllocationFilter& filter, HistogramOf of);

// The search that finds just the allocations of a bar: "1048576..2097151".
std::string queryOf(HistogramOf of, const HistogramBar& bar);
// The search that finds those whose life is not known.
std::string openQuery(HistogramOf of);
// "1.00 MiB", "64", "1.024 ms": where a bar begins.
std::string barName(HistogramOf of, const HistogramBar& bar, ByteUnits units = ByteUnits::Binary);

} // namespace tidemark
