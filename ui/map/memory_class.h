// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/segment_list.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace tidemark::ui {

// What a byte of reserved memory is doing. Every byte of a segment has exactly one of these.
enum class MemoryClass : std::uint8_t {
    Allocated, // asked for by the program, and held
    Rounding, // given beyond what was asked for: the tail of a live block
    Waiting, // freed by the program, another stream still uses it
    FreeBesideLive, // free, and empty_cache cannot return it
    WholeFree, // free, and empty_cache returns it
};

inline constexpr std::size_t memoryClassCount = 5;
inline constexpr std::array<MemoryClass, memoryClassCount> memoryClasses = {MemoryClass::Allocated,
    MemoryClass::Rounding, MemoryClass::Waiting, MemoryClass::FreeBesideLive, MemoryClass::WholeFree};

// A run of bytes of one class inside a segment: offsets from the segment's address, [begin, end).
struct ClassRun {
    MemoryClass memoryClass = MemoryClass::Allocated;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

// One block, cut into its runs: a live block has its rounding as a tail; a free block of an expandable
// segment may have whole pages, which can be returned, between slivers, which cannot.
struct BlockRuns {
    std::array<ClassRun, 3> runs;
    std::size_t count = 0;

    const ClassRun* begin() const { return runs.data(); }
    const ClassRun* end() const { return runs.data() + count; }
};

// `segmentIsFree`: the segment has no live block. Runs without bytes are left out.
BlockRuns runsOf(const SegmentInfo& segment, const BlockInfo& block, bool segmentIsFree);

} // namespace tidemark::ui
