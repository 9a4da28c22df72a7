// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/grouped_curves.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr std::size_t curvesLookDistance = 65536;

// The ends of allocations, by event.
struct AllocationEnd {
    std::uint32_t event = 0;
    std::uint32_t allocation = 0;
};

std::vector<AllocationEnd> endsOf(const Attribution& attribution)
{
    std::vector<AllocationEnd> ends;
    ends.reserve(attribution.allocations.size());
    for (std::size_t i = 0; i < attribution.allocations.size(); ++i)
        if (attribution.allocations[i].freeEvent != Allocation::never)
            ends.push_back({static_cast<std::uint32_t>(attribution.allocations[i].freeEvent),
                static_cast<std::uint32_t>(i)});
    std::sort(ends.begin(), ends.end(),
        [](const AllocationEnd& left, const AllocationEnd& right) { return left.event < right.event; });
    return ends;
}

// Puts the changes of all bands in the order of events.
class CurveBuilder {
public:
    CurveBuilder(const Attribution& attribution, const Grouping& grouping, const GroupBands& bands)
        : m_allocations(attribution.allocations)
        , m_grouping(grouping)
        , m_bands(bands)
        , m_ends(endsOf(attribution))
        , m_curves(bands.bands.size())
    { }

    void add(std::size_t allocation)
    {
        const Allocation& made = m_allocations[allocation];
        const auto bytes = static_cast<std::int64_t>(made.bytes);
        if (made.event == Allocation::beforeRecording) {
            curveOf(allocation).initial += bytes;
            return;
        }
        endBefore(made.event);
        change(allocation, made.event, bytes);
    }

    std::vector<BandCurve> take()
    {
        endBefore(UINT64_MAX);
        return std::move(m_curves);
    }

private:
    BandCurve& curveOf(std::size_t allocation)
    {
        return m_curves[m_bands.bandOf[m_grouping.groupOf[allocation]]];
    }

    void endBefore(std::uint64_t event)
    {
        for (; m_next < m_ends.size() && m_ends[m_next].event < event; ++m_next) {
            const std::uint32_t allocation = m_ends[m_next].allocation;
            change(allocation, m_ends[m_next].event,
                -static_cast<std::int64_t>(m_allocations[allocation].bytes));
        }
    }

    void change(std::size_t allocation, std::uint64_t event, std::int64_t bytes)
    {
        BandCurve& curve = curveOf(allocation);
        const auto position = static_cast<std::uint32_t>(event + 1);
        const std::int64_t value = (curve.values.empty() ? curve.initial : curve.values.back()) + bytes;
        if (!curve.positions.empty() && curve.positions.back() == position) {
            curve.values.back() = value;
            return;
        }
        curve.positions.push_back(position);
        curve.values.push_back(value);
    }

    const std::vector<Allocation>& m_allocations;
    const Grouping& m_grouping;
    const GroupBands& m_bands;
    std::vector<AllocationEnd> m_ends;
    std::size_t m_next = 0; // of m_ends
    std::vector<BandCurve> m_curves;
};

} // namespace

GroupedCurves groupedCurves(const Attribution& attribution, const Grouping& grouping, const GroupBands& bands,
    std::size_t eventCount, Progress* progress, const std::stop_token& stop)
{
    const std::size_t count = attribution.allocations.size();
    if (progress)
        progress->total = count;
    if (eventCount >= UINT32_MAX)
        return {};
    CurveBuilder builder(attribution, grouping, bands);
    for (std::size_t i = 0; i < count; ++i) {
        if (i % curvesLookDistance == 0) {
            if (progress)
                progress->done = i;
            if (stop.stop_requested())
                return {};
        }
        builder.add(i);
    }
    if (progress)
        progress->done = count;
    return {builder.take(), eventCount};
}

std::int64_t GroupedCurves::valueAt(std::size_t band, std::size_t position) const
{
    return valuesAt(band, std::span(&position, 1)).front();
}

std::vector<std::int64_t> GroupedCurves::valuesAt(
    std::size_t band, std::span<const std::size_t> positions) const
{
    const BandCurve& curve = m_bands[band];
    std::vector<std::int64_t> values;
    values.reserve(positions.size());
    auto from = curve.positions.begin();
    const auto last = curve.positions.end();
    for (const std::size_t position : positions) {
        // Ever larger steps, then halves of the last one: neighbours lie near.
        std::ptrdiff_t step = 1;
        auto to = from;
        while (to != last && *to <= position) {
            from = to + 1;
            to = last - to > step ? to + step : last;
            step *= 2;
        }
        from = std::upper_bound(from, to, position,
            [](std::size_t wanted, std::uint32_t candidate) { return wanted < candidate; });
        const auto known = from - curve.positions.begin();
        values.push_back(known == 0 ? curve.initial : curve.values[static_cast<std::size_t>(known - 1)]);
    }
    return values;
}

} // namespace tidemark
