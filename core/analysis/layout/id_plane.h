// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tidemark {

// What each pixel of a picture over time shows: a place in Attribution::allocations, or one of the two below.
struct IdPlane {
    static constexpr std::uint32_t nothing = UINT32_MAX;
    static constexpr std::uint32_t freeMemory = UINT32_MAX - 1; // of a segment, and nobody's

    static constexpr bool isAllocation(std::uint32_t id) { return id < freeMemory; }

    std::size_t columns = 0;
    std::size_t rows = 0;
    std::vector<std::uint32_t> ids; // row after row, the topmost first

    std::uint32_t at(std::size_t column, std::size_t row) const { return ids[row * columns + column]; }
};

// The part of a vertical axis of bytes that a picture shows, in rows of pixels counted from the axis' lower
// end. A row shows what holds the byte at its centre, so that colours appear in proportion to their bytes
// however small the single allocations are.
struct ByteRows {
    double begin = 0; // bytes; at least 0
    double bytesPerRow = 1; // more than 0
    std::size_t rows = 0;

    std::uint64_t centre(std::size_t row) const
    {
        return static_cast<std::uint64_t>(begin + (static_cast<double>(row) + 0.5) * bytesPerRow);
    }

    // The first row whose centre is at `bytes` or beyond; `rows` where none is.
    std::size_t firstFrom(std::uint64_t bytes) const;
};

} // namespace tidemark
