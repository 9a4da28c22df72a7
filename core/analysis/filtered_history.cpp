// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/filtered_history.h"

#include <algorithm>

namespace tidemark {

namespace {

bool isGain(Action action)
{
    return action == Action::Alloc || action == Action::SegmentAlloc || action == Action::SegmentMap;
}

} // namespace

FilteredHistory::Sums FilteredHistory::sumsOf(const Level& level)
{
    return {level.allocatedBytes, level.activeBytes, level.reservedBytes};
}

FilteredHistory::Sums FilteredHistory::countAnew(const HeapState& state) const
{
    Sums sums = {};
    const SegmentList list = state.segments();
    for (const SegmentInfo& segment : list.segments) {
        if (!m_filter.holds(segment))
            continue;
        sums[2] += static_cast<std::int64_t>(segment.totalSize);
        for (const BlockInfo& block : list.blocksOf(segment)) {
            if (block.state == BlockState::Inactive)
                continue;
            sums[1] += static_cast<std::int64_t>(block.size);
            if (block.state == BlockState::ActiveAllocated)
                sums[0] += static_cast<std::int64_t>(block.size);
        }
    }
    return sums;
}

// Whether the run at an address is one that the filter holds; none: there is no run.
std::optional<bool> FilteredHistory::isRunHeld(std::uint64_t address) const
{
    const HeapSegment* run = m_state.heap().segmentCovering(address);
    return run && run->isExpandable ? std::optional(m_filter.holds(*run)) : std::nullopt;
}

// What an event changes lies in one segment, the one it names. Only contradictions reach further, and pages
// that join two runs may give one of them another pool, with all that lies in it.
void FilteredHistory::follow(const Event& event, std::uint64_t number)
{
    const std::uint64_t contradictions = m_state.contradictions();
    const Sums before = sumsOf(m_state.level());
    const HeapSegment* segment = m_state.heap().segmentCovering(event.address);
    std::optional<bool> isOurs = segment ? std::optional(m_filter.holds(*segment)) : std::nullopt;
    std::optional<bool> left;
    std::optional<bool> right;
    if (event.action == Action::SegmentMap) {
        left = event.address > 0 ? isRunHeld(event.address - 1) : std::nullopt;
        right = isRunHeld(event.address + event.size);
    }
    m_state.apply(event, number);
    const Sums after = sumsOf(m_state.level());
    const bool isContradiction = m_state.contradictions() != contradictions;
    if (after == before && !isContradiction)
        return;
    if (isGain(event.action)) {
        segment = m_state.heap().segmentCovering(event.address);
        isOurs = segment ? std::optional(m_filter.holds(*segment)) : std::nullopt;
    }
    const bool isRekeyed = (left && left != isOurs) || (right && right != isOurs);
    if (isContradiction || isRekeyed || !isOurs) {
        m_sums = countAnew(m_state);
        return;
    }
    for (std::size_t i = 0; *isOurs && i < curveCount; ++i)
        m_sums[i] += after[i] - before[i];
}

bool FilteredHistory::advance(const Device& device, const DeviceHistory& history, std::size_t most)
{
    std::size_t position = eventCount();
    if (position == 0) {
        m_state = history.stateAt(device, 0);
        m_initial = countAnew(m_state);
        m_sums = m_initial;
    }
    const std::size_t total = history.eventCount();
    const std::size_t end = position + std::min(most, total - std::min(position, total));
    while (position < end) {
        follow(history.followed(device, position), position);
        ++position;
        if (position == device.events.size()) { // replay may take over what the allocator itself reported
            m_state = history.stateAt(device, position);
            m_sums = countAnew(m_state);
        }
        for (std::size_t i = 0; i < curveCount; ++i)
            m_curves[i].append(m_sums[i]);
    }
    return position >= total;
}

FilteredCurves filteredCurves(const Device& device, const DeviceHistory& history, const MemoryFilter& filter,
    Progress* progress, const std::stop_token& stop)
{
    constexpr std::size_t eventsBetweenLooks = 65536;
    FilteredCurves result{FilteredHistory(filter)};
    if (progress)
        progress->total = history.eventCount();
    for (bool isDone = false; !isDone;) {
        if (stop.stop_requested()) {
            result.isComplete = false;
            break;
        }
        isDone = result.history.advance(device, history, eventsBetweenLooks);
        if (progress)
            progress->done = result.history.eventCount();
    }
    return result;
}

} // namespace tidemark
