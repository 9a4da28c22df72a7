// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/size_rules.h"

#include <bit>

namespace tidemark::size_rules {

namespace {

constexpr std::uint64_t roundUp(std::uint64_t size, std::uint64_t quantum)
{
    return (size + quantum - 1) / quantum * quantum;
}

// Between two powers of two lie `divisions` steps of equal width: roundup_power2_next_division.
std::uint64_t nextDivision(std::uint64_t size, std::uint64_t divisions)
{
    if (std::has_single_bit(size))
        return size;
    const std::uint64_t floor = std::bit_floor(size);
    const std::uint64_t step = floor / divisions;
    return step == 0 ? floor * 2 : roundUp(size, step);
}

} // namespace

std::uint64_t roundSize(std::uint64_t requested, const AllocatorSettings& settings)
{
    if (requested < minBlockSize)
        return minBlockSize;
    const std::uint64_t divisions = settings.roundupDivisions(requested);
    if (divisions > 1 && requested > minBlockSize * divisions)
        return nextDivision(requested, divisions);
    return roundUp(requested, minBlockSize);
}

std::uint64_t segmentSize(std::uint64_t rounded, const AllocatorSettings& settings)
{
    if (isSmall(rounded))
        return smallBuffer;
    if (rounded < minLargeAlloc)
        return settings.largeSegmentSize;
    return roundUp(rounded, roundLarge);
}

bool shouldSplit(
    std::uint64_t blockSize, std::uint64_t rounded, bool expandable, const AllocatorSettings& settings)
{
    const std::uint64_t remaining = blockSize - rounded;
    if (isSmall(rounded) || expandable)
        return remaining >= minBlockSize;
    return rounded < settings.maxSplitSize && remaining > smallSize;
}

} // namespace tidemark::size_rules
