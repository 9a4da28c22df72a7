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

    // The lowest free place, unless one was set. Address space has no end.
    std::optional<std::uint64_t> reserve(std::uint64_t size, std::uint64_t page) override;
    void unreserve(std::uint64_t address, std::uint64_t size) override;
    bool map(std::uint64_t address, std::uint64_t size, std::uint64_t page) override;
    void unmap(std::uint64_t address, std::uint64_t size, std::uint64_t page) override;

    Room room() const override { return {m_capacity, m_capacity - m_used}; }

    EventId recordEvent(StreamHandle stream) override;
    bool isDone(EventId event) override;
    void wait(EventId event) override;

    // The next segments get these addresses, in this order: those of a recording, say. They must be free
    // then.
    void setNextAddress(std::uint64_t address) { m_nextAddresses.push_back(address); }
    // Forgets the addresses that were set for segments and not yet used.
    void clearNextAddresses() { m_nextAddresses.clear(); }
    // The next reservation begins here, until one has, or another place is set. A recording shows it: the
    // first map of a new expandable segment is at its beginning. How long the recorded reservation was is not
    // known, so one that is placed like this may run into others; what is mapped may not.
    void setNextReservation(std::uint64_t address) { m_nextReservation = address; }

    // The next `count` requests for segments or maps find no room, as when other programs use the device.
    void failNext(unsigned count = 1) { m_failures = count; }

    // With streams by hand: all work of the stream that was recorded so far is done.
    void finish(StreamHandle stream);

private:
    using Ranges = std::map<std::uint64_t, std::uint64_t>; // address -> size

    bool takeRoom(std::uint64_t size);
    void giveRoom(std::uint64_t size);
    std::uint64_t findPlace(std::uint64_t size, std::uint64_t page) const;
    std::uint64_t endOfTaken(std::uint64_t place, std::uint64_t size) const;

    std::uint64_t m_capacity = 0;
    std::uint64_t m_used = 0;
    unsigned m_failures = 0;
    Streams m_streams = Streams::DoneAtOnce;
    Ranges m_segments;
    Ranges m_reservations;
    std::deque<std::uint64_t> m_nextAddresses;
    std::optional<std::uint64_t> m_nextReservation;
    EventId m_lastEvent = 0;
    boost::unordered_flat_map<EventId, StreamHandle> m_pending; // or done, and not yet asked for
    boost::unordered_flat_map<StreamHandle, EventId> m_done; // each stream's last event that is done
};

} // namespace tidemark
