// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/device_memory.h"

#include <atomic>

namespace tidemark {

// Segments from the operating system (mmap), given back at once (munmap): what the process has resident falls
// with what is reserved. Pages become resident when they are first written. Work on the host is done when it
// is asked for, so every stream has always come to its end. Safe for several allocators at once.
class HostMemory : public DeviceMemory {
public:
    // At most `capacity` bytes in segments, as if that were the size of the device; 0: what the machine has.
    explicit HostMemory(std::uint64_t capacity = 0);

    std::optional<std::uint64_t> allocate(std::uint64_t size) override;
    void release(std::uint64_t address, std::uint64_t size) override;

    // Reserved addresses cannot be touched; memory that is unmapped is not resident any more.
    std::optional<std::uint64_t> reserve(std::uint64_t size, std::uint64_t page) override;
    void unreserve(std::uint64_t address, std::uint64_t size) override;
    bool map(std::uint64_t address, std::uint64_t size, std::uint64_t page) override;
    void unmap(std::uint64_t address, std::uint64_t size, std::uint64_t page) override;

    // With a capacity: that, and what of it is not used. Else the machine's memory, and what of it can be had
    // without swapping.
    Room room() const override;

    EventId recordEvent(StreamHandle) override { return 0; }
    bool isDone(EventId) override { return true; }
    void wait(EventId) override { }

private:
    bool takeRoom(std::uint64_t size);
    void giveRoom(std::uint64_t size);

    std::uint64_t m_capacity = 0;
    std::atomic<std::uint64_t> m_used = 0;
};

} // namespace tidemark
