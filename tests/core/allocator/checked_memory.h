// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/device_memory.h"

#include <QString>
#include <map>
#include <set>
#include <vector>

namespace tidemark::tests {

// Passes every call on to another memory, and notes the first that breaks DeviceMemory's contract.
class CheckedMemory : public DeviceMemory {
public:
    explicit CheckedMemory(DeviceMemory& memory)
        : m_memory(memory)
    { }

    std::optional<std::uint64_t> allocate(std::uint64_t size) override;
    void release(std::uint64_t address, std::uint64_t size) override;
    std::optional<std::uint64_t> reserve(std::uint64_t size, std::uint64_t page) override;
    void unreserve(std::uint64_t address, std::uint64_t size) override;
    bool map(std::uint64_t address, std::uint64_t size, std::uint64_t page) override;
    void unmap(std::uint64_t address, std::uint64_t size, std::uint64_t page) override;
    Room room() const override { return m_memory.room(); }
    EventId recordEvent(StreamHandle stream) override { return m_memory.recordEvent(stream); }
    bool isDone(EventId event) override { return m_memory.isDone(event); }
    void wait(EventId event) override { m_memory.wait(event); }

    // Empty, or what was wrong first.
    QString fault() const { return m_fault; }
    bool holdsNothing() const { return m_segments.empty() && m_reservations.empty() && m_pages.empty(); }
    // Bytes in segments and mapped pages.
    std::uint64_t held() const;
    std::set<std::uint64_t> reservationStarts() const;

    struct Places {
        std::vector<std::uint64_t> segments;
        std::vector<std::uint64_t> reservations;
    };
    // What was handed out since the last call.
    Places takePlaces() { return std::exchange(m_places, {}); }

private:
    struct Reservation {
        std::uint64_t size = 0;
        std::uint64_t page = 0;
    };

    void check(bool isRight, const char* what, std::uint64_t address);
    bool isInReservation(std::uint64_t address, std::uint64_t size, std::uint64_t page) const;

    DeviceMemory& m_memory;
    QString m_fault;
    std::map<std::uint64_t, std::uint64_t> m_segments;
    std::map<std::uint64_t, Reservation> m_reservations;
    std::map<std::uint64_t, std::uint64_t> m_pages; // mapped: address -> size
    Places m_places;
};

} // namespace tidemark::tests
