// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/recording_builder.h"

#include <algorithm>

namespace tidemark {

namespace {

// Devices have few streams and pools: a linear search is the fast one. Past the slots' range the last slot is
// shared.
template <class Value>
std::uint16_t slotOf(std::vector<Value>& values, const Value& value)
{
    const auto found = std::find(values.begin(), values.end(), value);
    const auto slot = static_cast<std::size_t>(found - values.begin());
    if (found == values.end() && slot < UINT16_MAX)
        values.push_back(value);
    return static_cast<std::uint16_t>(std::min<std::size_t>(slot, UINT16_MAX - 1));
}

} // namespace

StreamSlot RecordingBuilder::streamSlot(Device& device, std::uint64_t handle)
{
    return slotOf(device.streams, handle);
}

PoolSlot RecordingBuilder::poolSlot(Device& device, PoolId id)
{
    return slotOf(device.pools, id);
}

Recording RecordingBuilder::snapshot() const
{
    Recording result = m_recording;
    result.strings = m_strings.table();
    result.frames = m_frames.table();
    result.stacks = m_stacks.table();
    result.contexts = m_contexts.table();
    return result;
}

} // namespace tidemark
