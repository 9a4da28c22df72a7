// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/decision_check.h"

#include "core/allocator/size_rules.h"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <tuple>

namespace tidemark {

namespace {

bool isSegmentEvent(Action action)
{
    return action == Action::SegmentAlloc || action == Action::SegmentFree || action == Action::SegmentMap
        || action == Action::SegmentUnmap;
}

bool isRelease(Action action)
{
    return action == Action::SegmentFree || action == Action::SegmentUnmap;
}

bool isSame(const AllocatorEvent& made, const AllocatorEvent& recorded)
{
    return made.action == recorded.action && made.address == recorded.address && made.size == recorded.size
        && made.stream == recorded.stream;
}

} // namespace

DecisionCheck::DecisionCheck(const Device& device, Program program, const RunSettings& settings)
    : m_device(device)
    , m_program(std::move(program))
    , m_settings(settings)
    , m_run(device, m_program, settings)
{
    m_steps.reserve(m_program.steps.size());
    m_result.events = m_program.eventCount;
    m_result.allocs = m_program.allocs;
    count(GivenKind::LateFree, m_program.lateFrees.size());
}

void DecisionCheck::run(const Watch& watch)
{
    constexpr std::size_t stepsBetweenLooks = 16384;
    std::uint64_t told = 0;
    for (std::size_t i = 0; i < m_program.steps.size(); ++i) {
        if (i % stepsBetweenLooks == 0) {
            if (watch.stop.stop_requested()) {
                m_result.isComplete = false;
                break;
            }
            const std::uint64_t done = m_program.steps[i].firstEvent;
            if (watch.progress)
                watch.progress->done += done - std::exchange(told, done);
        }
        follow(m_program.steps[i]);
    }
    if (watch.progress && m_result.isComplete)
        watch.progress->done += m_program.eventCount - told;
    m_result.figures = figuresOf(m_run.allocator().stats());
}

CheckResult DecisionCheck::takeResult()
{
    return std::move(m_result);
}

Program DecisionCheck::takeProgram()
{
    Program program = std::move(m_program);
    program.steps = std::move(m_steps);
    return program;
}

void DecisionCheck::follow(Step step)
{
    m_run.reach(behindFirstFrees(step));
    switch (step.kind) {
    case StepKind::Free:
    case StepKind::Complete:
        m_steps.push_back(step);
        m_run.make(step);
        m_run.clear();
        return;
    case StepKind::Alloc:
    case StepKind::Oom:
        return followAllocation(step);
    case StepKind::EmptyCache:
        return followRelease(step);
    case StepKind::Release:
        count(GivenKind::Unfollowed, step.eventCount);
        m_steps.push_back(step);
        return;
    }
}

void DecisionCheck::followAllocation(Step step)
{
    if (step.pool != 0 && m_device.events.pool()[step.lastEvent()] == 0)
        count(GivenKind::PrivatePool);
    if (step.releasesFirst && step.kind == StepKind::Alloc && !isShortOfMemory(step)) {
        const std::uint64_t released = releasesAtFront(step);
        Step release = step;
        release.kind = StepKind::EmptyCache;
        release.eventCount = static_cast<std::uint32_t>(released);
        followRelease(release);
        step.firstEvent += released;
        step.eventCount -= release.eventCount;
        step.releasesFirst = false;
    }
    make(step, step.kind == StepKind::Oom && !isShortOfMemory(step));
    m_run.reach(step.endEvent());
    m_run.clear();
}

// Late frees come back when a call begins. Those behind a release came back because memory was short and the
// allocator waited for them: that is for the policy to do.
std::uint64_t DecisionCheck::behindFirstFrees(const Step& step) const
{
    if (!step.releasesFirst)
        return step.endEvent();
    std::uint64_t event = step.firstEvent;
    while (!isRelease(m_device.events.action()[event]))
        ++event;
    return event;
}

// A call of empty_cache(), unless some of what it would give back has stayed: then a limit that is not known
// took the rest.
void DecisionCheck::followRelease(Step step)
{
    if (m_settings.limit > 0 || isWholeCache(step)) {
        count(GivenKind::EmptyCache);
        return make(step);
    }
    step.kind = StepKind::Release;
    m_steps.push_back(step);
    for (std::uint64_t i = step.firstEvent; i < step.endEvent(); ++i) {
        if (m_device.events.action()[i] != Action::SegmentFree)
            continue;
        if (m_run.releaseSegment(m_device.events.address()[i])) {
            count(GivenKind::Release);
            continue;
        }
        ++m_result.decisions;
        ++m_result.mismatchedSegmentEvents;
        differs({i, recorded(i), std::nullopt});
    }
    m_run.clear();
}

// Whether the step gives back what empty_cache() would, as many segments and in its order: large ones first,
// then by stream, size and address. (Private pools come last, in an order of their own.)
bool DecisionCheck::isWholeCache(const Step& step) const
{
    using Key = std::tuple<bool, StreamHandle, std::uint64_t, std::uint64_t>;
    boost::unordered_flat_map<std::uint64_t, const AllocatorSegment*> segments;
    const std::vector<AllocatorSegment> snapshot = m_run.allocator().snapshot();
    for (const AllocatorSegment& segment : snapshot)
        segments.emplace(segment.address, &segment);
    std::size_t released = 0;
    Key last;
    for (std::uint64_t i = step.firstEvent; i < step.endEvent(); ++i) {
        const Action action = m_device.events.action()[i];
        if (action == Action::SegmentUnmap)
            return true;
        if (action != Action::SegmentFree)
            continue;
        ++released;
        const auto found = segments.find(m_device.events.address()[i]);
        if (found == segments.end() || !(found->second->pool == PoolId()))
            continue;
        const AllocatorSegment& segment = *found->second;
        const Key key(!segment.isLarge, segment.stream, segment.totalSize, segment.address);
        if (key < last)
            return false;
        last = key;
    }
    return released == m_run.allocator().predictEmptyCache().segments;
}

// With `isRefused` the device has no room, whatever is asked for.
void DecisionCheck::make(const Step& step, bool isRefused)
{
    constexpr unsigned always = 1 << 20;
    m_steps.push_back(step);
    m_run.useRecordedAddresses(step);
    if (isRefused) {
        count(GivenKind::Refusal);
        m_run.memory().failNext(always);
    }
    m_run.make(step);
    compare(step);
    m_run.clear();
}

// Whether the policy has a reason to give memory back before it serves this request: nothing that is free
// fits, and a limit stands against new memory.
bool DecisionCheck::isShortOfMemory(const Step& step) const
{
    if (m_settings.limit == 0 && m_settings.capacity == 0)
        return false;
    const AllocatorSettings& settings = m_settings.settings;
    const std::uint64_t rounded =
        step.kind == StepKind::Oom ? step.size : size_rules::roundSize(step.size, settings);
    std::uint64_t reserved = 0;
    for (const AllocatorSegment& segment : m_run.allocator().snapshot()) {
        reserved += segment.totalSize;
        if (fits(segment, step, rounded))
            return false;
    }
    const std::uint64_t wanted = reserved + size_rules::segmentSize(rounded, settings);
    if (m_settings.capacity > 0 && wanted > m_settings.capacity)
        return true;
    if (m_settings.limit == 0)
        return false;
    const auto threshold = static_cast<std::uint64_t>(
        settings.garbageCollectionThreshold * static_cast<double>(m_settings.limit));
    return wanted > m_settings.limit || (threshold > 0 && reserved > threshold);
}

bool DecisionCheck::fits(const AllocatorSegment& segment, const Step& step, std::uint64_t rounded) const
{
    const AllocatorSettings& settings = m_settings.settings;
    if (segment.stream != m_device.streams[step.stream] || segment.isLarge == size_rules::isSmall(rounded)
        || !(segment.pool == m_device.pools[step.pool]))
        return false;
    return std::any_of(segment.blocks.begin(), segment.blocks.end(), [&](const AllocatorBlock& block) {
        if (block.isActive || block.size < rounded)
            return false;
        if (rounded < settings.maxSplitSize)
            return block.size < settings.maxSplitSize;
        return block.size - rounded < settings.maxNonSplitRounding;
    });
}

// Up to the last release: what an empty_cache() in front of this step accounts for.
std::uint64_t DecisionCheck::releasesAtFront(const Step& step) const
{
    std::uint64_t behind = step.firstEvent;
    for (std::uint64_t i = step.firstEvent; i < step.endEvent(); ++i)
        if (isRelease(m_device.events.action()[i]))
            behind = i + 1;
    return behind - step.firstEvent;
}

void DecisionCheck::compare(const Step& step)
{
    const bool isAllocation = step.kind == StepKind::Alloc || step.kind == StepKind::Oom;
    if (!isAllocation || step.eventCount > 1 || m_run.emitted().size() > 1)
        compareSegmentEvents(step);
    if (isAllocation)
        compareAllocation(step);
}

void DecisionCheck::compareSegmentEvents(const Step& step)
{
    const auto made = m_run.emitted();
    std::size_t next = 0;
    const auto nextMade = [&]() -> std::optional<AllocatorEvent> {
        while (next < made.size() && !isSegmentEvent(made[next].action))
            ++next;
        return next < made.size() ? std::optional(made[next++]) : std::nullopt;
    };
    const auto decide = [&](const Difference& difference) {
        ++m_result.decisions;
        if (difference.recorded && difference.made && isSame(*difference.made, *difference.recorded))
            return;
        ++m_result.mismatchedSegmentEvents;
        differs(difference);
    };
    for (std::uint64_t i = step.firstEvent; i < step.endEvent(); ++i)
        if (isSegmentEvent(m_device.events.action()[i]))
            decide({i, recorded(i), nextMade()});
    while (const auto more = nextMade())
        decide({step.lastEvent(), std::nullopt, more});
}

void DecisionCheck::compareAllocation(const Step& step)
{
    ++m_result.decisions;
    const AllocatorEvent expected = recorded(step.lastEvent());
    const Action action = step.kind == StepKind::Oom ? Action::Oom : Action::Alloc;
    std::optional<AllocatorEvent> made;
    for (const AllocatorEvent& event : m_run.emitted())
        if (event.action == Action::Alloc || event.action == Action::Oom)
            made = event;
    // The driver's free memory, which an oom tells, is not ours to know.
    const bool isEqual =
        made && made->action == action && (action == Action::Oom || made->address == expected.address);
    if (isEqual)
        return;
    ++m_result.mismatchedAllocs;
    differs({step.lastEvent(), expected, made});
}

AllocatorEvent DecisionCheck::recorded(std::uint64_t event) const
{
    const Event found = m_device.events[event];
    return {.action = found.action,
        .address = found.address,
        .size = found.size,
        .stream = m_device.streams[found.stream],
        .pool = m_device.pools[found.pool]};
}

void DecisionCheck::differs(const Difference& difference)
{
    if (!m_result.firstMismatch)
        m_result.firstMismatch = difference;
}

} // namespace tidemark
