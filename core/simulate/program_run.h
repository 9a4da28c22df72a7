// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/caching_allocator.h"
#include "core/simulate/program.h"
#include "core/simulate/replay_memory.h"

#include <boost/unordered/unordered_flat_map.hpp>
#include <span>
#include <vector>

namespace tidemark {

// What an allocator is run with, beside its program.
struct RunSettings {
    AllocatorSettings settings;
    PolicyVersion version;
    std::uint64_t limit = 0; // bytes of reserved memory; 0: none
    std::uint64_t capacity = 0; // bytes of the device; 0: as many as are wanted
};

// A program under an allocator of its own, step by step. What the allocator does is kept until it is cleared.
class ProgramRun : private AllocatorEventSink {
public:
    // `device` and `program` must outlive the run.
    ProgramRun(const Device& device, const Program& program, const RunSettings& settings);

    // The new memory of the step gets the addresses that the trace tells.
    void useRecordedAddresses(const Step& step);
    // Late frees that the trace completes before its event `end` come back.
    void reach(std::uint64_t end);
    // Makes the call. An allocation that fails is dropped, with its free.
    void make(const Step& step);
    void emptyCache() { m_allocator.emptyCache(); }
    bool releaseSegment(std::uint64_t address) { return m_allocator.releaseSegment(address); }

    // What the allocator did since clear().
    std::span<const AllocatorEvent> emitted() const { return m_emitted; }
    void clear() { m_emitted.clear(); }

    // Where the allocation lies; 0 before its birth and when there was no memory for it.
    std::uint64_t addressOf(std::uint32_t allocation) const { return m_addresses[allocation]; }
    // Why the last Alloc or Oom step found no memory.
    const std::optional<OutOfMemory>& failure() const { return m_failure; }

    const CachingAllocator& allocator() const { return m_allocator; }
    ReplayMemory& memory() { return m_memory; }

private:
    void onEvent(const AllocatorEvent& event) noexcept override;
    void allocate(const Step& step);
    void free(const Step& step);

    const Device& m_device;
    const Program& m_program;
    ReplayMemory m_memory;
    CachingAllocator m_allocator;
    std::vector<std::uint64_t> m_addresses; // by allocation
    boost::unordered_flat_map<std::uint64_t, std::uint32_t> m_waiting; // late frees by address
    std::size_t m_nextLate = 0;
    std::vector<AllocatorEvent> m_emitted;
    std::optional<OutOfMemory> m_failure;
};

} // namespace tidemark
