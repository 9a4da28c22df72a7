// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/group_bands.h"
#include "core/base/progress.h"

#include <span>
#include <utility>
#include <vector>

namespace tidemark {

// The bytes of one band over events, as values only where they change.
struct BandCurve {
    std::int64_t initial = 0;
    std::vector<std::uint32_t> positions; // rising; see DeviceHistory
    std::vector<std::int64_t> values; // from that position on
};

// The allocated bytes of each band over the events of a device, exact at every position: 12 bytes for an
// allocation and 12 for its end, however many bands there are. Immutable once made. Positions as in
// DeviceHistory.
class GroupedCurves {
public:
    GroupedCurves() = default;
    GroupedCurves(std::vector<BandCurve> bands, std::size_t eventCount)
        : m_bands(std::move(bands))
        , m_eventCount(eventCount)
    { }

    std::size_t bandCount() const { return m_bands.size(); }
    // Positions up to this one are known.
    std::size_t eventCount() const { return m_eventCount; }

    std::int64_t valueAt(std::size_t band, std::size_t position) const;
    // At each of the positions, which never decrease: faster than one by one.
    std::vector<std::int64_t> valuesAt(std::size_t band, std::span<const std::size_t> positions) const;

private:
    std::vector<BandCurve> m_bands;
    std::size_t m_eventCount = 0;
};

// The attribution is that of the first `eventCount` events of a device. `progress`, in allocations, may be
// null. No band at all where `stop` ends it, or where there are 2^32 events.
GroupedCurves groupedCurves(const Attribution& attribution, const Grouping& grouping, const GroupBands& bands,
    std::size_t eventCount, Progress* progress = nullptr, const std::stop_token& stop = {});

} // namespace tidemark
