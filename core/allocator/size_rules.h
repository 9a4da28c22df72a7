// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_settings.h"

namespace tidemark {

// The arithmetic of PyTorch's CUDACachingAllocator (round_size, get_allocation_size, should_split), shared by
// the allocator itself and by everything that follows a recorded trace. All sizes are bytes.
namespace size_rules {

inline constexpr std::uint64_t minBlockSize = 512;
inline constexpr std::uint64_t smallSize = 1048576; // requests up to here (rounded) use the small pool
inline constexpr std::uint64_t smallBuffer = 2097152;
inline constexpr std::uint64_t minLargeAlloc = 10485760;
inline constexpr std::uint64_t roundLarge = 2097152;
inline constexpr std::uint64_t refusalLimit = std::uint64_t(1) << 60; // 1 EiB

std::uint64_t roundSize(std::uint64_t requested, const AllocatorSettings& settings);
std::uint64_t segmentSize(std::uint64_t rounded, const AllocatorSettings& settings);
constexpr bool isSmall(std::uint64_t rounded)
{
    return rounded <= smallSize;
}

// Whether a free block of `blockSize` is cut when `rounded` bytes are taken from it.
bool shouldSplit(
    std::uint64_t blockSize, std::uint64_t rounded, bool expandable, const AllocatorSettings& settings);

} // namespace size_rules

} // namespace tidemark
