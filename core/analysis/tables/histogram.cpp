// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/histogram.h"

#include "core/analysis/tables/cell_text.h"
#include "core/analysis/tables/chosen_allocations.h"
#include "core/base/bytes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::size_t barCount = 65; // of 64 bits, and of zero

// Zero is the first, then come 1, 2 and 3, 4 to 7, and so on.
HistogramBar emptyBar(std::size_t place)
{
    HistogramBar bar;
    bar.least = place == 0 ? 0 : std::uint64_t(1) << (place - 1);
    bar.most = place == 0 ? 0 : bar.least + (bar.least - 1);
    return bar;
}

std::optional<std::uint64_t> measuredValue(const AllocationFacts& facts, HistogramOf of, std::size_t place)
{
    switch (of) {
    case HistogramOf::Size:
        return facts.allocation(place).bytes;
    case HistogramOf::LifeEvents:
        return facts.lifeEvents(place);
    case HistogramOf::LifeTime:
        return facts.lifeUs(place);
    }
    return std::nullopt;
}

} // namespace

Histogram histogramOf(
    const AllocationFacts& facts, HistogramOf of, const AllocationChoice& choice, const std::stop_token& stop)
{
    constexpr std::size_t allocationsBetweenLooks = 65536;
    const ChosenAllocations chosen(facts, choice);
    Histogram histogram;
    histogram.of = of;
    HistogramBar open;
    std::array<HistogramBar, barCount> bars = {};
    for (std::size_t i = 0; i < barCount; ++i)
        bars[i] = emptyBar(i);
    for (std::size_t i = 0; i < facts.attribution->allocations.size(); ++i) {
        if (i % allocationsBetweenLooks == 0 && stop.stop_requested()) {
            histogram.isComplete = false;
            break;
        }
        if (!chosen.hold(i))
            continue;
        const std::uint64_t bytes = facts.allocation(i).bytes;
        const auto value = measuredValue(facts, of, i);
        HistogramBar& bar = value ? bars[static_cast<std::size_t>(std::bit_width(*value))] : open;
        ++bar.count;
        bar.bytes += bytes;
    }
    histogram.openCount = open.count;
    histogram.openBytes = open.bytes;
    const auto isUsed = [](const HistogramBar& bar) { return bar.count > 0; };
    const auto first = std::find_if(bars.begin(), bars.end(), isUsed);
    const auto last = std::find_if(bars.rbegin(), bars.rend(), isUsed).base();
    if (first < last)
        histogram.bars.assign(first, last);
    return histogram;
}

AllocationFilter withBar(AllocationFilter filter, HistogramOf of, const HistogramBar& bar)
{
    const AllocationFilter::Range range{bar.least, bar.most};
    switch (of) {
    case HistogramOf::Size:
        filter.size = range;
        break;
    case HistogramOf::LifeEvents:
        filter.lifeEvents = AllocationFilter::Life{range, false};
        break;
    case HistogramOf::LifeTime:
        filter.lifeUs = AllocationFilter::Life{range, false};
        break;
    }
    return filter;
}

AllocationFilter withUnknownLife(AllocationFilter filter, HistogramOf of)
{
    auto& life = of == HistogramOf::LifeTime ? filter.lifeUs : filter.lifeEvents;
    life = AllocationFilter::Life{{}, true};
    return filter;
}

AllocationFilter without(AllocationFilter filter, HistogramOf of)
{
    switch (of) {
    case HistogramOf::Size:
        filter.size.reset();
        break;
    case HistogramOf::LifeEvents:
        filter.lifeEvents.reset();
        break;
    case HistogramOf::LifeTime:
        filter.lifeUs.reset();
        break;
    }
    return filter;
}

AllocationFilter onlyOf(const AllocationFilter& filter, HistogramOf of)
{
    AllocationFilter only;
    switch (of) {
    case HistogramOf::Size:
        only.size = filter.size;
        break;
    case HistogramOf::LifeEvents:
        only.lifeEvents = filter.lifeEvents;
        break;
    case HistogramOf::LifeTime:
        only.lifeUs = filter.lifeUs;
        break;
    }
    return only;
}

std::string queryOf(HistogramOf of, const HistogramBar& bar)
{
    switch (of) {
    case HistogramOf::Size:
        return fmt::format("{}..{}", bar.least, bar.most);
    case HistogramOf::LifeEvents:
        return fmt::format("life:{}..{}", bar.least, bar.most);
    case HistogramOf::LifeTime:
        return fmt::format("life:{}us..{}us", bar.least, bar.most);
    }
    return {};
}

std::string openQuery(HistogramOf of)
{
    return of == HistogramOf::LifeTime ? "-life:0us.." : "-life:0..";
}

std::string barName(HistogramOf of, const HistogramBar& bar, ByteUnits units)
{
    switch (of) {
    case HistogramOf::Size:
        return formatBytes(static_cast<std::int64_t>(bar.least), units);
    case HistogramOf::LifeEvents:
        return formatCount(bar.least);
    case HistogramOf::LifeTime:
        return durationText(bar.least);
    }
    return {};
}

} // namespace tidemark
