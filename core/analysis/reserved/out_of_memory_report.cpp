// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/out_of_memory_report.h"

#include "core/analysis/reserved/memory_limit.h"
#include "core/base/bytes.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace tidemark {

namespace {

void addState(OutOfMemoryReport& report, const SegmentList& list, const AllocatorSettings& settings)
{
    const Composition composition = compositionOf(list, settings);
    report.reserved = composition.reserved;
    report.allocated = composition.allocated;
    report.active = composition.allocated + composition.waiting;
    report.requestedByLive = composition.requested;
    report.stillReturnable = composition.wholeFree;
    for (const SegmentInfo& segment : list.segments) {
        const bool isOwn = report.reason.isKnown && keyOf(segment) == report.reason.request.key;
        for (const BlockInfo& block : list.blocksOf(segment)) {
            if (block.state != BlockState::Inactive)
                continue;
            report.free.add(block.size);
            if (isOwn)
                report.freeInPool.add(block.size);
        }
    }
}

void addHolders(OutOfMemoryReport& report, const Recording& recording, const SegmentList& list)
{
    struct Found {
        MemoryHolder holder;
        std::uint64_t largest = 0;
    };
    std::map<std::pair<std::string_view, std::string_view>, Found> found;
    std::map<ContextIndex, ContextName> names; // many blocks share a context
    for (const BlockInfo& block : list.blocks) {
        if (block.state == BlockState::Inactive)
            continue;
        const auto [name, isNew] = names.try_emplace(block.context);
        if (isNew)
            name->second = nameOf(recording, block.context);
        Found& place = found[{name->second.what, name->second.detail}];
        place.holder.bytes += block.size;
        ++place.holder.blocks;
        if (block.size <= place.largest)
            continue;
        place.largest = block.size;
        place.holder.name = name->second;
        place.holder.context = block.context;
        place.holder.address = block.address;
    }
    for (const auto& [name, place] : found)
        report.holders.push_back(place.holder);
    std::stable_sort(report.holders.begin(), report.holders.end(),
        [](const MemoryHolder& a, const MemoryHolder& b) { return a.bytes > b.bytes; });
}

void addPinned(OutOfMemoryReport& report, const SegmentList& list, const AllocatorSettings& settings)
{
    for (const PinnedSegment& pin : pinnedSegments(list, settings)) {
        const SegmentInfo& segment = list.segments[pin.segment];
        PinnedFree place{segment.address, pin.freeBytes, pin.liveBytes, pin.liveBlocks, {}};
        for (const BlockInfo& block : list.blocksOf(segment))
            if (block.state != BlockState::Inactive && block.size > place.largest.size)
                place.largest = block;
        report.pinned.push_back(place);
    }
}

// PyTorch refuses by the limit before it asks the driver (alloc_block).
void addRoom(OutOfMemoryReport& report, std::uint64_t mostReserved)
{
    const std::uint64_t needed = report.reason.segmentSize;
    const auto lessReserved = [&](std::uint64_t ceiling) {
        return ceiling > report.reserved ? ceiling - report.reserved : 0;
    };
    report.room = report.driverFree;
    if (report.limit > 0)
        report.room = std::min(report.room, lessReserved(report.limit));
    report.isLimited = report.reason.oom && report.reason.oom->isLimited(needed);
    if (report.isLimited && report.limit == 0) {
        // What was reserved before was allowed; more is not known.
        report.room = std::min(report.room, lessReserved(mostReserved));
        report.isRoomKnown = false;
    }
    report.lacking = report.isRoomKnown && needed > report.room ? needed - report.room : 0;
}

Certainty servedDefragmented(const OutOfMemoryReport& report)
{
    const std::uint64_t needed = report.reason.segmentSize;
    if (report.servedByOwnFree || report.free.bytes + report.room >= needed)
        return Certainty::Yes;
    // Under a limit that is not told less than the segment was left.
    return report.isRoomKnown || report.free.bytes == 0 ? Certainty::No : Certainty::Unknown;
}

bool hasRoomElsewhere(const SegmentReason& reason)
{
    return std::any_of(reason.elsewhere.begin(), reason.elsewhere.end(), [](const NearMiss& miss) {
        return miss.why == WhyNot::OtherStream || miss.why == WhyNot::OtherPool;
    });
}

OomCause causeOf(const OutOfMemoryReport& report)
{
    const std::uint64_t needed = report.reason.segmentSize;
    const bool isOverLimit = report.limit > 0 && needed > report.limit;
    if (isOverLimit || (report.capacity > 0 && needed > report.capacity))
        return OomCause::MoreThanThereIs;
    if (hasRoomElsewhere(report.reason))
        return OomCause::HeldElsewhere;
    if (report.servedByOwnFree)
        return OomCause::Fragmented;
    if (report.isRoomKnown && report.lacking == 0)
        return OomCause::Unexplained;
    if (report.servedDefragmented == Certainty::Yes)
        return OomCause::Scattered;
    if (!report.isRoomKnown)
        return OomCause::UnknownLimit;
    if (!report.isLimited && report.others > report.reserved
        && report.free.bytes + report.room + report.others >= needed)
        return OomCause::OthersHold;
    return OomCause::TooMuchHeld;
}

} // namespace

std::vector<std::size_t> outOfMemoryPositions(const EventColumns& events, std::size_t begin)
{
    std::vector<std::size_t> positions;
    while (begin < events.size()) {
        const auto actions = events.action().run(begin, events.size());
        for (std::size_t i = 0; i < actions.size(); ++i)
            if (actions[i] == Action::Oom)
                positions.push_back(begin + i + 1);
        begin += actions.size();
    }
    return positions;
}

Expected<OutOfMemoryReport> outOfMemoryReport(
    const Recording& recording, std::size_t deviceIndex, const DeviceHistory& history, std::size_t event)
{
    const Device& device = recording.devices[deviceIndex];
    if (event >= device.events.size() || device.events.action()[event] != Action::Oom)
        return fail(fmt::format("event {} is no oom: memory did not run out there",
            formatExact(static_cast<std::int64_t>(event + 1))));
    const AllocatorSettings settings = settingsOf(recording, device);
    auto reason = whySegment(recording, deviceIndex, history, event);
    if (!reason)
        return tl::unexpected(reason.error());

    OutOfMemoryReport report;
    report.event = event;
    report.reason = std::move(*reason);
    report.driverFree = device.events.address()[event];
    report.capacity = report.driverFree <= device.capacity ? device.capacity : 0;
    report.limit =
        report.reason.oom ? report.reason.oom->limit : memoryLimitOf(recording, settings, device.capacity);
    report.givenBack = report.reason.call.releasedBytes;
    const SegmentList list = history.segmentsAt(device, event + 1);
    addState(report, list, settings);
    addHolders(report, recording, list);
    addPinned(report, list, settings);
    const std::uint64_t known = report.driverFree + report.reserved;
    report.others = report.capacity > known ? report.capacity - known : 0;
    addRoom(report, report.reason.oom ? report.reason.oom->mostReserved : report.reserved);
    if (!report.reason.isKnown)
        return report;
    report.servedByOwnFree = report.reason.free.bytes >= report.reason.rounded;
    report.servedDefragmented = servedDefragmented(report);
    report.cause = causeOf(report);
    return report;
}

} // namespace tidemark
