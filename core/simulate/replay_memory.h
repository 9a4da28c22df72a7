// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/simulated_memory.h"

#include <deque>
#include <map>

namespace tidemark {

// The device of a program that runs again: simulated, but new memory gets the addresses that a trace tells,
// as long as what came before leaves those places free. (After a decision that differs it may not.)
class ReplayMemory : public SimulatedMemory {
public:
    explicit ReplayMemory(std::uint64_t capacity)
        : SimulatedMemory(capacity, Streams::ByHand)
    { }

    // What the trace tells of the call that comes: its new segments, and the first map in it, which may be
    // the beginning of a new expandable segment. Forgets what was told before.
    void beginCall();
    void expectSegment(std::uint64_t address, std::uint64_t size) { m_expected.push_back({address, size}); }
    void expectMap(std::uint64_t address, std::uint64_t size);

    std::optional<std::uint64_t> allocate(std::uint64_t size) override;
    void release(std::uint64_t address, std::uint64_t size) override;
    bool map(std::uint64_t address, std::uint64_t size, std::uint64_t page) override;
    void unmap(std::uint64_t address, std::uint64_t size, std::uint64_t page) override;

private:
    struct Range {
        std::uint64_t address = 0;
        std::uint64_t size = 0;
    };

    bool isFree(const Range& range) const;

    std::deque<Range> m_expected;
    bool m_expectsMap = false;
    std::map<std::uint64_t, std::uint64_t> m_taken; // size by address: segments, and mapped pages
};

} // namespace tidemark
