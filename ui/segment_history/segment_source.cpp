// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/segment_history/segment_source.h"

#include "core/analysis/layout/segment_plane.h"
#include "ui/details/figures.h"
#include "ui/timeline/tick_labels.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace tidemark::ui {

SegmentSource::SegmentSource(
    std::shared_ptr<const ReservedHistory> reserved, std::shared_ptr<const AllocationClasses> classes)
    : TileSource(reserved->part, std::move(classes))
    , m_reserved(std::move(reserved))
{ }

double SegmentSource::height() const
{
    return static_cast<double>(m_reserved->layout.height());
}

IdPlane SegmentSource::plane(
    std::span<const std::size_t> moments, const ByteRows& rows, const std::stop_token& stop) const
{
    return segmentPlane(
        attribution(), grouped()->alive, m_reserved->pieces, m_reserved->layout, moments, rows, stop);
}

std::vector<std::uint32_t> SegmentSource::aliveAt(std::size_t position) const
{
    std::vector<std::uint32_t> alive = grouped()->alive.at(attribution(), position);
    const auto& allocations = attribution().allocations;
    std::sort(alive.begin(), alive.end(), [&](std::uint32_t left, std::uint32_t right) {
        return allocations[left].address < allocations[right].address;
    });
    return alive;
}

// The size of a segment where it begins, and ticks inside where there is room. Of segments that begin so
// close to each other that their labels would cover each other, only the first is told.
std::vector<ByteMark> SegmentSource::marks(double begin, double end, int most, ByteUnits units) const
{
    const double step = byteTickStep(end - begin, most, units);
    const double leastDistance = (end - begin) / (8.0 * most);
    const auto regions = m_reserved->layout.regions();
    const auto from = std::partition_point(regions.begin(), regions.end(),
        [&](const AddressRegion& region) { return static_cast<double>(region.end()) < begin; });
    const auto to = std::partition_point(from, regions.end(),
        [&](const AddressRegion& region) { return static_cast<double>(region.begin) <= end; });
    const bool hasLines = to - from <= 2 * most; // more would be a hatching
    std::vector<ByteMark> marks;
    double lastLabel = -std::numeric_limits<double>::infinity();
    for (const AddressRegion& region : std::span(from, to)) {
        const auto first = static_cast<double>(region.begin);
        const auto last = static_cast<double>(region.end());
        if (hasLines || first - lastLabel >= leastDistance) {
            marks.push_back({first, bytesText(region.size, units), hasLines});
            lastLabel = first;
        }
        const double inside = std::max(std::ceil((std::max(begin, first) - first) / step), 1.0);
        for (double i = inside; first + i * step < std::min(end, last); ++i)
            marks.push_back(
                {first + i * step, u'+' + byteTickLabel(i * step, step, last - first, units), true});
    }
    return marks;
}

std::optional<std::uint64_t> SegmentSource::addressAt(std::uint64_t place) const
{
    const AddressRegion* region = m_reserved->layout.regionAt(place);
    return region ? std::optional(region->address + (place - region->begin)) : std::nullopt;
}

QString SegmentSource::wordsAt(std::uint64_t place, std::uint32_t id) const
{
    const auto address = addressAt(place);
    if (!address)
        return {};
    return id == IdPlane::freeMemory ? tr("%1: in a segment, and not allocated").arg(addressText(*address))
                                     : tr("%1: not reserved at this moment").arg(addressText(*address));
}

} // namespace tidemark::ui
