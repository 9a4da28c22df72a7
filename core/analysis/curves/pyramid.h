// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/column.h"

#include <cstdint>
#include <vector>

namespace tidemark {

// Smallest, largest and last value of any range of a long column, in O(log n): leaves of 64 values, four to a
// parent. Append-only; a copy is a snapshot (see Column).
class Pyramid {
public:
    struct Extremes {
        std::int64_t min = 0;
        std::int64_t max = 0;
        std::size_t maxAt = 0; // the first index that holds max
    };

    void append(std::int64_t value);
    std::size_t size() const { return m_values.size(); }
    std::int64_t operator[](std::size_t i) const { return m_values[i]; }
    const Column<std::int64_t>& values() const { return m_values; }

    // Of the values in [begin, end), which must not be empty.
    Extremes extremes(std::size_t begin, std::size_t end) const;

private:
    static constexpr std::size_t leafSize = 64;
    static constexpr std::size_t fanOut = 4;

    Column<std::int64_t> m_values;
    std::vector<Column<Extremes>> m_levels; // complete nodes only; level 0 are the leaves
};

} // namespace tidemark
