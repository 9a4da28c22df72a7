// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace tidemark {

using StreamHandle = std::uint64_t; // the cudaStream_t as a number; 0 is the default stream

// Where segments come from: host memory, CUDA, or simulated addresses. The allocator calls it with its lock
// held.
class DeviceMemory {
public:
    virtual ~DeviceMemory() = default;

    // A new segment of exactly `size` bytes (whole MiB), never at address 0; nothing when the device has no
    // room.
    virtual std::optional<std::uint64_t> allocate(std::uint64_t size) = 0;
    // Gives a whole segment back.
    virtual void release(std::uint64_t address, std::uint64_t size) = 0;

    // Expandable segments: addresses first, memory behind them later. `page` is the unit in which memory
    // comes and goes (whole MiB, the same in all calls for one reservation); addresses and sizes are whole
    // pages.

    // `size` bytes of address space without memory, never at address 0 (cuMemAddressReserve).
    virtual std::optional<std::uint64_t> reserve(std::uint64_t size, std::uint64_t page) = 0;
    // Gives a reservation back of which nothing is mapped (cuMemAddressFree).
    virtual void unreserve(std::uint64_t address, std::uint64_t size) = 0;
    // Puts memory behind a part of a reservation that has none (cuMemCreate and cuMemMap for each page):
    // behind all of it, or behind nothing and false when the device has no room.
    virtual bool map(std::uint64_t address, std::uint64_t size, std::uint64_t page) = 0;
    // Takes it away again, in whatever pieces (cuMemUnmap, cuMemRelease).
    virtual void unmap(std::uint64_t address, std::uint64_t size, std::uint64_t page) = 0;

    // Bytes the device has in all and free now, as cudaMemGetInfo tells.
    struct Room {
        std::uint64_t total = 0;
        std::uint64_t free = 0;
    };
    virtual Room room() const = 0;

    // A point in a stream's work. Streams do their work in order. An event is not used again once isDone()
    // has said yes or wait() has returned.
    using EventId = std::uint64_t;
    virtual EventId recordEvent(StreamHandle stream) = 0;
    virtual bool isDone(EventId event) = 0;
    virtual void wait(EventId event) = 0;
};

} // namespace tidemark
