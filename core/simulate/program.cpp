// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/program.h"

#include "core/simulate/program_builder.h"

namespace tidemark {

Program programOf(const Device& device)
{
    return ProgramBuilder(device).take();
}

ProgramBuilder::ProgramBuilder(const Device& device)
    : m_device(device)
    , m_hints(device)
    , m_hasPools(device.pools.size() > 1)
{ }

Program ProgramBuilder::take()
{
    const std::size_t count = m_device.events.size();
    m_program.eventCount = count;
    m_program.steps.reserve(count * 2 / 3);
    takeInitial();
    for (std::size_t begin = 0; begin < count;) {
        const auto actions = m_device.events.action().run(begin, count);
        for (std::size_t i = 0; i < actions.size(); ++i)
            add(begin + i, actions[i]);
        begin += actions.size();
    }
    closeGroup();
    return std::move(m_program);
}

void ProgramBuilder::takeInitial()
{
    if (!m_device.before)
        return;
    for (const BlockInfo& block : m_device.before->blocks) {
        if (block.state == BlockState::Inactive)
            continue;
        const auto number = static_cast<std::uint32_t>(m_program.initialAddresses.size());
        m_program.initialAddresses.push_back(block.address);
        (block.state == BlockState::ActiveAllocated ? m_live : m_pending).emplace(block.address, number);
    }
    m_program.allocationCount = static_cast<std::uint32_t>(m_program.initialAddresses.size());
    for (const SegmentInfo& segment : m_device.before->segments)
        if (m_hasPools)
            m_poolBySegment[segment.address] = segment.pool;
}

void ProgramBuilder::add(std::uint64_t number, Action action)
{
    switch (action) {
    case Action::Alloc:
        return alloc(number, StepKind::Alloc);
    case Action::Oom:
        return alloc(number, StepKind::Oom);
    case Action::FreeRequested:
        return freeRequested(number);
    case Action::FreeCompleted:
        return freeCompleted(number);
    case Action::SegmentAlloc:
    case Action::SegmentFree:
    case Action::SegmentMap:
    case Action::SegmentUnmap:
        if (m_hasPools)
            followSegments(number, action);
        return collect(number, action);
    default: // a snapshot or a note: never in the middle of a call
        return closeGroup();
    }
}

void ProgramBuilder::collect(std::uint64_t number, Action action)
{
    if (m_group.count == 0)
        m_group = {.first = number};
    m_group.count = number + 1 - m_group.first;
    if (action == Action::SegmentFree || action == Action::SegmentUnmap) {
        m_group.hasRelease = true;
        m_group.behindLastRelease = number + 1;
    } else if (action != Action::FreeCompleted) {
        m_group.hasBirth = true;
        m_group.bringsFirst = m_group.bringsFirst || !m_group.hasRelease;
    }
}

void ProgramBuilder::alloc(std::uint64_t number, StepKind kind)
{
    const std::uint64_t address = m_device.events.address()[number];
    // Memory goes only to make room for new memory: no new memory, so it went by hand.
    if (kind == StepKind::Alloc && m_group.hasRelease && !m_group.hasBirth)
        splitEmptyCache();
    const std::uint64_t first = m_group.count > 0 ? m_group.first : number;
    Step& step = push(kind, first, number + 1 - first);
    step.releasesFirst = m_group.hasRelease && !m_group.bringsFirst;
    m_group = {};
    step.size = m_device.events.sizes()[number];
    step.stream = m_device.events.stream()[number];
    step.pool = m_hasPools ? poolAt(number) : PoolSlot(0);
    if (kind == StepKind::Oom)
        return;
    step.allocation = m_program.allocationCount++;
    m_live.insert_or_assign(address, step.allocation);
    ++m_program.allocs;
}

void ProgramBuilder::freeRequested(std::uint64_t number)
{
    closeGroup();
    const auto& events = m_device.events;
    const std::uint64_t address = events.address()[number];
    const auto found = m_live.find(address);
    if (found == m_live.end()) {
        ++m_program.unknownFrees;
        return;
    }
    const std::uint64_t next = number + 1;
    const bool isAtOnce = next < events.size() && events.action()[next] == Action::FreeCompleted
        && events.address()[next] == address;
    Step& step = push(StepKind::Free, number, isAtOnce ? 2 : 1);
    step.allocation = found->second;
    step.stream = events.stream()[number];
    step.isLate = !isAtOnce;
    if (isAtOnce)
        m_skipped = next + 1;
    else
        m_pending.insert_or_assign(address, found->second);
    m_live.erase(found);
}

void ProgramBuilder::freeCompleted(std::uint64_t number)
{
    if (number < m_skipped)
        return;
    const std::uint64_t address = m_device.events.address()[number];
    if (const auto late = m_pending.find(address); late != m_pending.end()) {
        m_program.lateFrees.push_back({number, late->second});
        m_pending.erase(late);
        return collect(number, Action::FreeCompleted);
    }
    closeGroup();
    // Files without free_requested: the block comes back in the moment it is freed.
    const auto found = m_live.find(address);
    if (found == m_live.end()) {
        ++m_program.unknownFrees;
        return;
    }
    Step& step = push(StepKind::Free, number, 1);
    step.allocation = found->second;
    step.stream = m_device.events.stream()[number];
    m_live.erase(found);
}

void ProgramBuilder::closeGroup()
{
    if (m_group.count == 0)
        return;
    StepKind kind = StepKind::Complete;
    if (m_group.hasRelease && !m_group.hasBirth)
        kind = StepKind::EmptyCache;
    else if (m_group.hasRelease || m_group.hasBirth)
        kind = StepKind::Release;
    push(kind, m_group.first, m_group.count);
    m_group = {};
}

void ProgramBuilder::splitEmptyCache()
{
    push(StepKind::EmptyCache, m_group.first, m_group.behindLastRelease - m_group.first);
    const std::uint64_t end = m_group.first + m_group.count;
    const std::uint64_t first = m_group.behindLastRelease;
    m_group = {};
    if (first < end) {
        m_group.first = first;
        m_group.count = end - first;
    }
}

void ProgramBuilder::followSegments(std::uint64_t number, Action action)
{
    const std::uint64_t address = m_device.events.address()[number];
    if (action == Action::SegmentAlloc || action == Action::SegmentMap)
        m_poolBySegment[address] = m_hints.completed(m_device.events[number], number).pool;
    else if (action == Action::SegmentFree)
        m_poolBySegment.erase(address);
}

PoolSlot ProgramBuilder::poolAt(std::uint64_t number) const
{
    if (const PoolSlot told = m_device.events.pool()[number]; told != 0)
        return told;
    const auto behind = m_poolBySegment.upper_bound(m_device.events.address()[number]);
    return behind == m_poolBySegment.begin() ? PoolSlot(0) : std::prev(behind)->second;
}

Step& ProgramBuilder::push(StepKind kind, std::uint64_t first, std::uint64_t count)
{
    Step& step = m_program.steps.emplace_back();
    step.kind = kind;
    step.firstEvent = first;
    step.eventCount = static_cast<std::uint32_t>(count);
    return step;
}

} // namespace tidemark
