// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/filtered_history.h"

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

FilteredHistory::Held FilteredHistory::heldAt(std::uint64_t address) const
{
    const HeapSegment* segment = m_state.heap().segmentCovering(address);
    if (!segment)
        return Held::Nothing;
    return m_filter.holds(*segment) ? Held::Yes : Held::No;
}

// What an event changes lies in one segment, the one it names. Only contradictions reach further, and pages
// that join two runs may give one of them another pool, with all that lies in it.
void FilteredHistory::follow(const Event& event, std::uint64_t number)
{
    const std::uint64_t contradictions = m_state.contradictions();
    const Sums before = sumsOf(m_state.level());
    Held held = heldAt(event.address);
    const bool maps = event.action == Action::SegmentMap;
    const Held left = maps && event.address > 0 ? heldAt(event.address - 1) : Held::Nothing;
    const Held right = maps ? heldAt(event.address + event.size) : Held::Nothing;
    m_state.apply(event, number);
    const Sums after = sumsOf(m_state.level());
    const bool isContradiction = m_state.contradictions() != contradictions;
    if (after == before && !isContradiction)
        return;
    if (isGain(event.action))
        held = heldAt(event.address);
    const bool isRekeyed =
        (left != Held::Nothing && left != held) || (right != Held::Nothing && right != held);
    if (isContradiction || isRekeyed || held == Held::Nothing) {
        m_sums = countAnew(m_state);
        return;
    }
    for (std::size_t i = 0; held == Held::Yes && i < curveCount; ++i)
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
