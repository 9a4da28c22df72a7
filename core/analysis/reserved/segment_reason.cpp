// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/segment_reason.h"

#include "core/allocator/size_rules.h"
#include "core/analysis/reserved/composition.h"
#include "core/analysis/reserved/memory_limit.h"
#include "core/analysis/reserved/pinned_place.h"

#include <algorithm>

namespace tidemark {

namespace {

// What the steps below work on.
struct Case {
    const Recording& recording;
    std::size_t deviceIndex = 0;
    const Device& device;
    const DeviceHistory& history;
    AllocatorSettings settings;

    SegmentList listAt(std::size_t position) const { return history.segmentsAt(device, position); }
};

// The pool that the memory went to: of a trace's entries few say so, but the segments at its end do.
PoolSlot poolOf(const Case& about, const DeviceCall& call)
{
    const Event event = about.device.events[call.begin];
    if (call.kind == Action::Oom || event.pool != 0)
        return event.pool;
    return about.history.followed(about.device, call.begin).pool;
}

void fillRequest(const Case& about, SegmentReason& reason)
{
    const DeviceCall& call = reason.call;
    const Event first = about.device.events[call.begin];
    if (call.kind == Action::Oom) {
        reason.rounded = first.size;
        reason.isKnown = first.size > 0 && first.size < size_rules::refusalLimit;
    } else if (call.alloc) {
        reason.requested = about.device.events.sizes()[*call.alloc];
        reason.rounded = size_rules::roundSize(reason.requested, about.settings);
        reason.isKnown = true;
    }
    if (!reason.isKnown)
        return;
    reason.segmentSize = call.kind == Action::SegmentAlloc
        ? call.bytes
        : size_rules::segmentSize(reason.rounded, about.settings);
    reason.request.rounded = reason.rounded;
    reason.request.key = {poolOf(about, call), !size_rules::isSmall(reason.rounded), first.stream};
    reason.request.isExpandable =
        call.kind == Action::SegmentMap || (call.kind == Action::Oom && about.settings.expandableSegments);
}

// Before free_completed events whose free_requested is not the event before them: they came when the
// allocator looked at what its streams had done, at the beginning of a request or in need.
std::size_t beforeCompletions(const Device& device, std::size_t position)
{
    const auto& events = device.events;
    while (position > 0 && events.action()[position - 1] == Action::FreeCompleted) {
        const bool follows = position > 1 && events.action()[position - 2] == Action::FreeRequested
            && events.address()[position - 2] == events.address()[position - 1];
        if (follows)
            break;
        --position;
    }
    return position;
}

bool isFoundAt(const Case& about, const SegmentReason& reason, std::size_t position)
{
    return searchFree(about.listAt(position), reason.request, about.settings).found.has_value();
}

bool isMarkedEmptyCache(const Case& about, const DeviceCall& call)
{
    const auto& marks = about.recording.marks;
    return std::any_of(marks.begin(), marks.end(), [&](const Mark& mark) {
        return mark.kind == MarkKind::EmptyCache && mark.device == about.deviceIndex
            && mark.event >= call.releasesBegin && mark.event <= call.begin;
    });
}

ReleaseCause pressureOrNot(const Case& about, const SegmentReason& reason)
{
    const DeviceCall& call = reason.call;
    if (call.kind == Action::Oom)
        return ReleaseCause::Pressure;
    const auto before =
        static_cast<std::uint64_t>(about.history.valueAt(Curve::Reserved, call.releasesBegin));
    if (about.device.capacity > 0 && before + reason.segmentSize > about.device.capacity)
        return ReleaseCause::Pressure;
    const Composition left = compositionOf(about.listAt(call.begin), about.settings);
    const bool hasRules = about.settings.garbageCollectionThreshold > 0
        || about.settings.maxSplitSize != AllocatorSettings::unlimited;
    return hasRules && left.wholeFree > left.wholeFreeInPrivatePools ? ReleaseCause::Partly
                                                                     : ReleaseCause::Unknown;
}

// When the free blocks were looked through. What was given back directly before belongs to the request,
// unless a block that would have served it was there before: then the program emptied the cache first.
void findSearch(const Case& about, SegmentReason& reason)
{
    const DeviceCall& call = reason.call;
    reason.searched = call.releasesBegin;
    const bool hasReleases = call.releasesBegin < call.begin;
    if (isFoundAt(about, reason, reason.searched)) {
        const std::size_t earlier = beforeCompletions(about.device, reason.searched);
        if (earlier < reason.searched && !isFoundAt(about, reason, earlier)) {
            reason.searched = earlier;
            reason.isAfterWait = true;
        } else {
            reason.searched = call.begin;
        }
    }
    if (!hasReleases)
        return;
    const bool isProgram = reason.searched == call.begin || isMarkedEmptyCache(about, call);
    reason.releases = isProgram ? ReleaseCause::EmptyCache : pressureOrNot(about, reason);
    if (isProgram)
        reason.searched = call.begin;
}

void sumFree(const SegmentList& list, SegmentReason& reason)
{
    for (const SegmentInfo& segment : list.segments) {
        const bool isOwn = keyOf(segment) == reason.request.key;
        for (const BlockInfo& block : list.blocksOf(segment)) {
            if (block.state == BlockState::Inactive) {
                reason.freeInAll.add(block.size);
                if (isOwn)
                    reason.free.add(block.size);
            } else if (isOwn && block.state == BlockState::ActivePendingFree) {
                reason.waiting += block.size;
            }
        }
    }
}

void lookThrough(const Case& about, SegmentReason& reason)
{
    const SegmentList list = about.listAt(reason.searched);
    FreeSearch search = searchFree(list, reason.request, about.settings);
    reason.unexplained = search.found;
    reason.refused = search.refused;
    reason.elsewhere = searchElsewhere(list, reason.request, about.settings);
    sumFree(list, reason);
    const bool isTooSmall = reason.refused && reason.refused->why == WhyNot::TooSmall;
    // A larger piece serves whatever its size only while max_split_size_mb is not set.
    const bool anySizeServes = about.settings.maxSplitSize == AllocatorSettings::unlimited;
    if (reason.waiting > 0 && anySizeServes) {
        const std::uint64_t piece = pieceWithWaiting(list, reason.request);
        reason.waitingPiece = isTooSmall && piece >= reason.rounded ? piece : 0;
    }
    if (!isTooSmall)
        return;
    reason.pinned = bestPinnedPlace(list, reason.request);
    if (!reason.request.isExpandable && anySizeServes)
        reason.growable = bestGrowablePlace(list, reason.request, reason.segmentSize, about.settings);
}

OomFacts oomFactsOf(const Case& about, const SegmentReason& reason)
{
    const std::size_t position = reason.call.begin;
    OomFacts facts;
    facts.driverFree = about.device.events.address()[position];
    facts.reserved = static_cast<std::uint64_t>(about.history.valueAt(Curve::Reserved, position));
    std::int64_t most = about.history.valueAt(Curve::Reserved, 0);
    if (position > 0)
        most = std::max(most, about.history.curve(Curve::Reserved).extremes(0, position).max);
    facts.mostReserved = static_cast<std::uint64_t>(std::max<std::int64_t>(most, 0));
    facts.stillReleasable = compositionOf(about.listAt(position), about.settings).wholeFree;
    facts.limit = memoryLimitOf(about.recording, about.settings, about.device.capacity);
    // No more can be free than there is: what stands as the capacity is all that the process may have.
    if (facts.limit == 0 && facts.driverFree > about.device.capacity)
        facts.limit = about.device.capacity;
    facts.lacking = reason.segmentSize > facts.driverFree ? reason.segmentSize - facts.driverFree : 0;
    return facts;
}

} // namespace

Expected<SegmentReason> whySegment(
    const Recording& recording, std::size_t deviceIndex, const DeviceHistory& history, std::size_t event)
{
    const Case about{recording, deviceIndex, recording.devices[deviceIndex], history,
        settingsOf(recording, recording.devices[deviceIndex])};
    const auto call = deviceCallOf(about.device, event, about.settings);
    if (!call)
        return tl::unexpected(call.error());
    if (call->end > about.history.eventCount())
        return fail("this event has not been replayed yet");
    SegmentReason reason;
    reason.call = *call;
    fillRequest(about, reason);
    if (!reason.isKnown)
        return reason;
    findSearch(about, reason);
    lookThrough(about, reason);
    if (call->kind == Action::Oom)
        reason.oom = oomFactsOf(about, reason);
    return reason;
}

} // namespace tidemark
