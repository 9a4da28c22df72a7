// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <cstdint>
#include <vector>

namespace tidemark {

// What a program asked of its allocator, one call each. Sizes are bytes.
enum class StepKind : std::uint8_t {
    Alloc,
    Oom, // asked for, and refused
    Free,
    Complete, // late frees that came back without any call that the trace shows
    EmptyCache,
    Release, // memory given back that the policy would not have given back here: see checkProgram
};

struct Step {
    // The events [firstEvent, firstEvent + eventCount) of the trace tell of it; the last is its own.
    std::uint64_t firstEvent = 0;
    std::uint64_t size = 0; // Alloc: asked for; Oom: the same, rounded
    std::uint32_t eventCount = 0;
    std::uint32_t allocation = 0; // Alloc: its number; Free: whose
    StreamSlot stream = 0;
    PoolSlot pool = 0;
    StepKind kind = StepKind::Alloc;
    // Free: another stream still used the block, so that it came back later, see Program::lateFrees.
    bool isLate = false;
    // Alloc, Oom: memory was given back before it, by empty_cache() or because memory was short.
    bool releasesFirst = false;

    std::uint64_t lastEvent() const { return firstEvent + eventCount - 1; }
    std::uint64_t endEvent() const { return firstEvent + eventCount; }
};

struct LateFree {
    std::uint64_t event = 0; // its free_completed
    std::uint32_t allocation = 0;
};

// The calls of one device's program, in order, taken out of its trace (allocator-independent: what the
// allocator decided by itself is left out). An allocation is known by its number, in order of birth; those
// that were there before the first event come first.
struct Program {
    std::vector<Step> steps;
    std::vector<LateFree> lateFrees; // by event
    std::vector<std::uint64_t> initialAddresses; // of the allocations that `before` holds
    std::uint32_t allocationCount = 0;
    std::uint64_t eventCount = 0; // of the trace
    std::uint64_t allocs = 0;
    std::uint64_t unknownFrees = 0; // of addresses where nothing was allocated; left out
};

Program programOf(const Device& device);

} // namespace tidemark
