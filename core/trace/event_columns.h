// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/action.h"
#include "core/base/column.h"
#include "core/base/strong_index.h"

#include <span>

namespace tidemark {

// Places in the small tables `Device::streams` and `Device::pools`.
using StreamSlot = std::uint16_t;
using PoolSlot = std::uint16_t;

struct Event {
    std::int64_t timeUs = 0; // microseconds since the Unix epoch; 0 when the file has no times
    std::uint64_t address = 0;
    std::uint64_t size = 0; // bytes; its meaning depends on the action, see Action
    ContextIndex context;
    StreamSlot stream = 0;
    PoolSlot pool = 0;
    Action action = Action::Unknown;

    bool operator==(const Event&) const = default;
};

// A piece of such columns: events that lie together in memory. All spans have one length.
struct EventSpans {
    std::span<const std::int64_t> timeUs;
    std::span<const std::uint64_t> address;
    std::span<const std::uint64_t> size;
    std::span<const ContextIndex> context;
    std::span<const StreamSlot> stream;
    std::span<const PoolSlot> pool;
    std::span<const Action> action;
};

// The events of one device in the allocator's order, as columns: 33 bytes each. A copy is a snapshot (see
// Column).
class EventColumns {
public:
    std::size_t size() const { return m_action.size(); }
    bool empty() const { return m_action.empty(); }

    void append(const Event& event)
    {
        m_timeUs.push_back(event.timeUs);
        m_address.push_back(event.address);
        m_size.push_back(event.size);
        m_context.push_back(event.context);
        m_stream.push_back(event.stream);
        m_pool.push_back(event.pool);
        m_action.push_back(event.action);
    }

    void append(const EventSpans& events)
    {
        m_timeUs.append(events.timeUs);
        m_address.append(events.address);
        m_size.append(events.size);
        m_context.append(events.context);
        m_stream.append(events.stream);
        m_pool.append(events.pool);
        m_action.append(events.action);
    }

    // The longest piece that lies together in memory, from `begin` on and before `end`.
    EventSpans run(std::size_t begin, std::size_t end) const
    {
        return {m_timeUs.run(begin, end), m_address.run(begin, end), m_size.run(begin, end),
            m_context.run(begin, end), m_stream.run(begin, end), m_pool.run(begin, end),
            m_action.run(begin, end)};
    }

    Event operator[](std::size_t i) const
    {
        return {m_timeUs[i], m_address[i], m_size[i], m_context[i], m_stream[i], m_pool[i], m_action[i]};
    }

    const Column<std::int64_t>& timeUs() const { return m_timeUs; }
    const Column<std::uint64_t>& address() const { return m_address; }
    const Column<std::uint64_t>& sizes() const { return m_size; }
    const Column<ContextIndex>& context() const { return m_context; }
    const Column<StreamSlot>& stream() const { return m_stream; }
    const Column<PoolSlot>& pool() const { return m_pool; }
    const Column<Action>& action() const { return m_action; }

private:
    Column<std::int64_t> m_timeUs;
    Column<std::uint64_t> m_address;
    Column<std::uint64_t> m_size;
    Column<ContextIndex> m_context;
    Column<StreamSlot> m_stream;
    Column<PoolSlot> m_pool;
    Column<Action> m_action;
};

} // namespace tidemark
