// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/device_memory.h"

#include <boost/unordered/unordered_flat_map.hpp>
#include <deque>
#include <map>

namespace tidemark {

// A device of which there are only numbers. The same calls give the same addresses every time. Nothing is
// stored behind them.
class SimulatedMemory : public DeviceMemory {
public:
    // Where the invented addresses begin.
    static constexpr std::uint64_t base = 0x700000000000;

    enum class Streams {
        DoneAtOnce, // an event is done when it is recorded
        ByHand, // an event is done when finish() says so, or somebody waits for it
    };
    explicit SimulatedMemory(std::uint64_t capacity, Streams streams = Streams::DoneAtOnce);

    // The lowest free place, whole 2 MiB pages, unless addresses were set.
    std::optional<std::uint64_t> allocate(std::uint64_t size) override;
    void release(std::uint64_t address, std::uint64_t size) override;
    Room room() const override { return {m_capacity, m_capacity - m_used}; }

    EventId recordEvent(StreamHandle stream) override;
    bool isDone(EventId event) override { return !m_pending.contains(event); }
    void wait(EventId event) override;

    // The next segments get these addresses, in this order: those of a recording, say. They must be free
    // then.
    void setNextAddress(std::uint64_t address) { m_nextAddresses.push_back(address); }

    // With streams by hand: all work of the stream that was recorded so far is done.
    void finish(StreamHandle stream);

private:
    std::uint64_t findPlace(std::uint64_t size) const;

    std::uint64_t m_capacity = 0;
    std::uint64_t m_used = 0;
    Streams m_streams = Streams::DoneAtOnce;
    std::map<std::uint64_t, std::uint64_t> m_taken; // address -> size
    std::deque<std::uint64_t> m_nextAddresses;
    EventId m_lastEvent = 0;
    boost::unordered_flat_map<EventId, StreamHandle> m_pending;
};

} // namespace tidemark
