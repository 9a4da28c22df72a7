// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/simulation_log.h"

#include "core/trace/recording_builder.h"

#include <algorithm>

namespace tidemark {

namespace {

std::int64_t bytesIn(const SegmentList& list, bool (*counts)(BlockState))
{
    std::int64_t bytes = 0;
    for (const BlockInfo& block : list.blocks)
        bytes += counts(block.state) ? static_cast<std::int64_t>(block.size) : 0;
    return bytes;
}

} // namespace

SimulationLog::SimulationLog(const Device& recorded, Keep keep, Simulation& simulation)
    : m_recorded(recorded)
    , m_keep(keep)
    , m_simulation(simulation)
{
    Device& device = m_simulation.device;
    device.ordinal = recorded.ordinal;
    device.name = recorded.name;
    device.capacity = recorded.capacity;
    device.history = recorded.history;
    device.streams = recorded.streams;
    device.pools = recorded.pools;
    device.before = recorded.before;
    if (!recorded.before)
        return;
    m_level = {
        bytesIn(*recorded.before, [](BlockState state) { return state == BlockState::ActiveAllocated; }),
        bytesIn(*recorded.before, [](BlockState state) { return state != BlockState::Inactive; }),
        bytesIn(*recorded.before, [](BlockState) { return true; })};
}

// One event each while there are as many: a run that decides as the recorded one did gives its very curves.
void SimulationLog::add(std::span<const AllocatorEvent> emitted, std::uint64_t first, std::uint64_t count)
{
    if (m_keep == Keep::Figures)
        return;
    for (std::size_t i = 0; i < emitted.size(); ++i) {
        const bool isLast = i + 1 == emitted.size();
        const std::uint64_t origin = first + (isLast ? count - 1 : std::min<std::uint64_t>(i, count - 1));
        fill(origin);
        change(emitted[i]);
        if (m_keep == Keep::Events)
            keepEvent(emitted[i], origin);
    }
}

void SimulationLog::fill(std::uint64_t end)
{
    if (m_keep == Keep::Figures)
        return;
    for (; m_filled < end; ++m_filled)
        for (std::size_t i = 0; i < curveCount; ++i)
            m_simulation.curves[i].append(m_level[i]);
}

void SimulationLog::change(const AllocatorEvent& event)
{
    auto& [allocated, active, reserved] = m_level;
    const auto size = static_cast<std::int64_t>(event.size);
    const auto blockSize = static_cast<std::int64_t>(event.blockSize);
    switch (event.action) {
    case Action::Alloc:
        allocated += blockSize;
        active += blockSize;
        break;
    case Action::FreeRequested:
        allocated -= blockSize;
        break;
    case Action::FreeCompleted:
        active -= blockSize;
        break;
    case Action::SegmentAlloc:
    case Action::SegmentMap:
        reserved += size;
        break;
    case Action::SegmentFree:
    case Action::SegmentUnmap:
        reserved -= size;
        break;
    default:
        break;
    }
}

void SimulationLog::keepEvent(const AllocatorEvent& event, std::uint64_t origin)
{
    Device& device = m_simulation.device;
    if (!m_simulation.origins.empty())
        origin = std::max(origin, m_simulation.origins.back());
    device.events.append({.timeUs = m_recorded.events.timeUs()[origin],
        .address = event.address,
        .size = event.size,
        .context = m_recorded.events.context()[origin],
        .stream = RecordingBuilder::streamSlot(device, event.stream),
        .pool = RecordingBuilder::poolSlot(device, event.pool),
        .action = event.action});
    m_simulation.origins.push_back(origin);
}

} // namespace tidemark
