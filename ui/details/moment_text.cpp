// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/moment_text.h"

#include "core/analysis/composition.h"
#include "core/analysis/reserved_origin.h"
#include "ui/details/event_text.h"
#include "ui/details/figures.h"
#include "ui/map/map_rows.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

constexpr std::size_t mostPins = 6;

QString segmentsText(std::size_t count)
{
    return counted(count, QStringLiteral("segment"), QStringLiteral("segments"));
}

Text headlineOf(const Composition& composition)
{
    if (composition.reserved == 0)
        return {{QStringLiteral("Nothing is reserved"), true}};
    return {{bytesText(composition.reserved) + QStringLiteral(" reserved"), true},
        {QStringLiteral(", ") + bytesText(composition.allocated) + QStringLiteral(" allocated")}};
}

// How much of all reserved memory the filter holds.
Text shareText(const Moment& moment, const Composition& composition)
{
    if (moment.filter.isAll())
        return {};
    std::uint64_t all = 0;
    for (const SegmentInfo& segment : moment.allSegments.segments)
        all += segment.totalSize;
    if (all == 0)
        return {{QStringLiteral("Nothing is reserved on the whole device.")}};
    const double share = 100 * static_cast<double>(composition.reserved) / static_cast<double>(all);
    return {{QStringLiteral("Only %1").arg(filterName(moment.device, moment.filter)), true},
        {QStringLiteral(": %1 % of the %2 that are reserved in all (%3 B).")
                .arg(share, 0, 'f', 1)
                .arg(bytesText(all), countText(all))}};
}

void addFigures(MomentText& text, const Moment& moment, const Composition& composition)
{
    text.figures = {
        {MemoryClass::Allocated, QStringLiteral("allocated"), composition.allocated},
        {MemoryClass::Waiting, waitingName(moment), composition.waiting},
        {MemoryClass::FreeBesideLive, QStringLiteral("free beside live blocks"), composition.freeBesideLive},
        {MemoryClass::WholeFree, QStringLiteral("whole free segments"), composition.wholeFree},
    };
    text.reserved = {std::nullopt, QStringLiteral("reserved, the sum of these"), composition.reserved};
    const std::uint64_t live = composition.allocated + composition.waiting;
    const std::uint64_t requested = std::min(composition.requested, live);
    text.insideLive = {
        {std::nullopt, QStringLiteral("asked for by live blocks"), requested},
        {MemoryClass::Rounding, QStringLiteral("rounding on top"), live - requested},
    };
}

// The moment just after the allocation that made reserved rise: the segment comes first, its block follows.
std::size_t afterAllocation(const Moment& moment, std::size_t risen)
{
    const auto& actions = moment.device.events.action();
    const std::size_t last = std::min(moment.position, risen + 8);
    for (std::size_t position = risen; position < last; ++position) {
        if (actions[position] == Action::Alloc)
            return position + 1;
    }
    return risen;
}

// The position at which reserved last came down to its present level, if it stood higher since it rose to it.
std::optional<std::size_t> fallTo(const Moment& moment, std::size_t risen)
{
    const Pyramid& reserved = moment.curves.curve(Curve::Reserved);
    const std::int64_t level = moment.curves.valueAt(Curve::Reserved, moment.position);
    std::size_t higher = risen == 0 ? 0 : risen - 1;
    std::size_t end = moment.position;
    if (higher >= end || reserved.extremes(higher, end).max <= level)
        return std::nullopt;
    // The last event after which more was reserved lies in [higher, end).
    while (end - higher > 1) {
        const std::size_t middle = higher + (end - higher) / 2;
        if (reserved.extremes(middle, end).max > level)
            higher = middle;
        else
            end = middle;
    }
    return higher + 2;
}

Text fallText(const Moment& moment, std::size_t fallen)
{
    const auto from = static_cast<std::uint64_t>(moment.curves.valueAt(Curve::Reserved, fallen - 1));
    const QString rest = QStringLiteral(", from %1.").arg(bytesText(from));
    if (fallen == moment.position)
        return {{QStringLiteral("Reserved falls to this level with this event") + rest}};
    return {{QStringLiteral("Reserved fell to this level at ")},
        {momentName(fallen), false, Link{Link::Kind::Moment, fallen}}, {rest}};
}

Text originText(const Moment& moment, const Composition& composition)
{
    if (composition.reserved == 0)
        return {};
    if (moment.history.eventCount() == 0 && !moment.recording.complete)
        return {
            {QStringLiteral("The file ends before its events: this is the state that stands before them.")}};
    if (moment.history.eventCount() == 0 || moment.device.history == History::None)
        return {{QStringLiteral("This file tells no events: this is the state that was saved.")}};
    const std::size_t risen = standsSince(moment.curves, Curve::Reserved, moment.position);
    if (const auto fallen = fallTo(moment, risen))
        return fallText(moment, *fallen);
    if (risen == 0)
        return {{QStringLiteral("Reserved has stood at this level since before the first event.")}};
    if (risen == moment.position)
        return {{QStringLiteral("Reserved reaches this level with this event.")}};
    const std::size_t then = afterAllocation(moment, risen);
    const QString phase = phaseOf(moment.recording, moment.deviceIndex, risen - 1);
    Text text = {{QStringLiteral("Reserved reached this level at ")},
        {momentName(risen), false, Link{Link::Kind::Moment, risen}}};
    if (!phase.isEmpty())
        text.push_back({QStringLiteral(" (%1)").arg(phase)});
    const auto allocated =
        static_cast<std::uint64_t>(std::max<std::int64_t>(moment.curves.valueAt(Curve::Allocated, then), 0));
    text.push_back({QStringLiteral(", when %1 were allocated at once.").arg(bytesText(allocated))});
    return text;
}

const BlockInfo* largestLiveBlock(const SegmentList& list, const SegmentInfo& segment)
{
    const BlockInfo* largest = nullptr;
    for (const BlockInfo& block : list.blocksOf(segment)) {
        if (block.state != BlockState::Inactive && (largest == nullptr || block.size > largest->size))
            largest = &block;
    }
    return largest;
}

void addPins(MomentText& text, const Moment& moment)
{
    for (const PinnedSegment& pin : pinnedSegments(moment.segments)) {
        const SegmentInfo& segment = moment.segments.segments[pin.segment];
        const BlockInfo* block = largestLiveBlock(moment.segments, segment);
        if (block == nullptr)
            continue;
        if (text.pins.size() == mostPins) {
            ++text.pinsLeftOut;
            continue;
        }
        const QString blocks = counted(pin.liveBlocks, QStringLiteral("block"), QStringLiteral("blocks"));
        text.pins.push_back({block->address,
            {{bytesText(pin.liveBytes) + QStringLiteral(" in ") + blocks, false,
                 Link{Link::Kind::Block, block->address}},
                {QStringLiteral(" · %1 free").arg(bytesText(pin.freeBytes))}}});
    }
}

// Bytes in whole free segments of private pools, which come back only when their pool is gone.
std::uint64_t freeInPrivatePools(const Moment& moment)
{
    std::uint64_t bytes = 0;
    for (const SegmentInfo& segment : moment.segments.segments) {
        const auto& pools = moment.device.pools;
        if (segment.pool >= pools.size() || pools[segment.pool] == PoolId{})
            continue;
        if (isFree(moment.segments, segment))
            bytes += segment.totalSize;
    }
    return bytes;
}

// Where the bytes that empty_cache would return lie: " (31 segments)".
QString placesOf(const SegmentList& list, const Composition& composition)
{
    std::uint64_t inSegments = 0;
    for (const SegmentInfo& segment : list.segments)
        inSegments += isFree(list, segment) ? segment.totalSize : 0;
    if (inSegments == 0)
        return QStringLiteral(" (whole pages)");
    const QString segments = segmentsText(composition.releasableSegments);
    return composition.wholeFree > inSegments
        ? QStringLiteral(" (%1, and whole pages of others)").arg(segments)
        : QStringLiteral(" (%1)").arg(segments);
}

} // namespace

Text emptyCacheText(const SegmentList& list, bool isInsideFree)
{
    const Composition composition = compositionOf(list);
    if (composition.reserved == 0)
        return {};
    Text text;
    if (composition.wholeFree == 0)
        text = {{QStringLiteral("Empty cache would return nothing"), true},
            {QStringLiteral(": every segment holds live blocks.")}};
    else
        text = {{QStringLiteral("Empty cache would return ") + bytesText(composition.wholeFree), true},
            {placesOf(list, composition) + QLatin1Char('.')}};
    if (composition.freeBesideLive > 0) {
        const std::size_t pinned = pinnedSegments(list).size();
        text.push_back({QStringLiteral(" %1 stay: ").arg(bytesText(composition.freeBesideLive))});
        text.push_back({pinned == 1
                ? QStringLiteral("1 segment is held by its live blocks.")
                : QStringLiteral("%1 are each held by their live blocks.").arg(segmentsText(pinned))});
    }
    if (composition.waiting > 0 && !isInsideFree)
        text.push_back(
            {QStringLiteral(" It waits for the other streams first; what the %1 hold may then come "
                            "back too.")
                    .arg(bytesText(composition.waiting))});
    return text;
}

MomentText momentText(const Moment& moment)
{
    const Composition composition = compositionOf(moment.segments);
    MomentText text;
    text.title = QStringLiteral("At the cursor · ") + momentName(moment.position);
    text.headline = headlineOf(composition);
    text.share = shareText(moment, composition);
    addFigures(text, moment, composition);
    text.origin = originText(moment, composition);
    text.emptyCache = emptyCacheText(moment.segments, isInsideFree(moment));
    if (const std::uint64_t bytes = freeInPrivatePools(moment); bytes > 0)
        text.emptyCache.push_back(
            {QStringLiteral(" Of the free segments, %1 lie in private pools; they come back only when their "
                            "graph or pool is gone.")
                    .arg(bytesText(bytes))});
    addPins(text, moment);
    if (moment.filter.isAll())
        text.driver = driverText(moment);
    text.fragmentation = fragmentationText(moment);
    if (moment.position > 0 && moment.position <= moment.device.events.size()) {
        text.eventTitle = eventTitle(moment);
        text.event = eventRows(moment);
        text.reason = reasonWords(moment);
    }
    return text;
}

} // namespace tidemark::ui
