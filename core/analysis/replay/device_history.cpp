// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/device_history.h"

#include <algorithm>

namespace tidemark {

namespace {

// Events from one checkpoint to the next: few enough that any state is a few milliseconds away, and at least
// four times the blocks that a checkpoint copies, so that all checkpoints together take a fifth of the memory
// that the events and their curves take, or less.
std::size_t checkpointSpacing(const HeapState& state)
{
    constexpr std::size_t least = 16384;
    return std::max(least, 4 * state.blockCount());
}

std::int64_t valueOf(const Level& level, Curve curve)
{
    switch (curve) {
    case Curve::Allocated:
        return level.allocatedBytes;
    case Curve::Active:
        return level.activeBytes;
    case Curve::Reserved:
        break;
    }
    return level.reservedBytes;
}

} // namespace

DeviceHistory::DeviceHistory(const AllocatorSettings& settings)
    : m_settings(settings)
    , m_state(settings)
{ }

void DeviceHistory::begin(const Device& device)
{
    const SegmentList* before = nullptr;
    if (device.before)
        before = &*device.before;
    else if (device.events.empty() && device.after)
        before = &*device.after;
    m_pools = PoolHints(device);
    m_missing = missingKindsOf(device);
    m_state = HeapState(m_settings, before);
    m_initial = m_state.level();
    m_requestedPeak = {m_initial.requestedBytes, 0};
    m_checkpoints.assign(1, {0, std::make_shared<const HeapState>(m_state)});
}

bool DeviceHistory::advance(const Device& device, std::size_t most)
{
    std::size_t position = eventCount();
    if (position == 0)
        begin(device);
    const std::size_t total = device.events.size();
    const std::size_t end = position + std::min(most, total - std::min(position, total));
    while (position < end) {
        m_state.apply(followed(device, position), position);
        if (++position == total)
            settleEnd(device);
        const Level& level = m_state.level();
        m_curves[0].append(level.allocatedBytes);
        m_curves[1].append(level.activeBytes);
        m_curves[2].append(level.reservedBytes);
        if (level.requestedBytes > m_requestedPeak.bytes)
            m_requestedPeak = {level.requestedBytes, position};
        if (position - m_checkpoints.back().position >= checkpointSpacing(m_state))
            m_checkpoints.push_back({position, std::make_shared<const HeapState>(m_state)});
    }
    return position >= total;
}

std::int64_t DeviceHistory::valueAt(Curve curve, std::size_t position) const
{
    position = std::min(position, eventCount());
    return position == 0 ? valueOf(m_initial, curve) : this->curve(curve)[position - 1];
}

DeviceHistory::Peak DeviceHistory::peak(Curve curve) const
{
    const Peak initial = {valueOf(m_initial, curve), 0};
    if (eventCount() == 0)
        return initial;
    const Pyramid::Extremes extremes = this->curve(curve).extremes(0, eventCount());
    if (extremes.max <= initial.bytes)
        return initial;
    return {extremes.max, extremes.maxAt + 1};
}

HeapState DeviceHistory::stateAt(const Device& device, std::size_t position) const
{
    if (position >= eventCount() || m_checkpoints.empty())
        return m_state;
    const auto behind = std::upper_bound(m_checkpoints.begin(), m_checkpoints.end(), position,
        [](std::size_t wanted, const Checkpoint& checkpoint) { return wanted < checkpoint.position; });
    const Checkpoint& checkpoint = *std::prev(behind);
    HeapState state = *checkpoint.state;
    for (std::size_t i = checkpoint.position; i < position; ++i)
        state.apply(followed(device, i), i);
    return state;
}

// Events that are missing, or segments that are newer than the events, must not spoil what is known for
// certain. Writers other than PyTorch leave segments out everywhere: then there is nothing to take over.
void DeviceHistory::settleEnd(const Device& device)
{
    const bool isTold = device.after && !(device.after->segments.empty() && m_missing.segmentsCame);
    m_endDiffers = isTold && !m_state.equals(*device.after);
    if (m_endDiffers)
        m_state.takeOver(*device.after);
}

Level DeviceHistory::levelAt(const Device& device, std::size_t position) const
{
    if (position == 0)
        return m_initial;
    if (position >= eventCount())
        return m_state.level();
    return stateAt(device, position).level();
}

SegmentList DeviceHistory::segmentsAt(const Device& device, std::size_t position) const
{
    return stateAt(device, position).segments();
}

} // namespace tidemark
