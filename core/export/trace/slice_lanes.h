// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace tidemark {

// Rows for spans of which many run at once: in one row none overlaps another. Spans come by begin; each gets
// the first row that is free.
class FreeLanes {
public:
    std::size_t laneOf(std::int64_t begin, std::int64_t end);

private:
    using Busy = std::pair<std::int64_t, std::size_t>; // until when, which
    template <class T>
    using Smallest = std::priority_queue<T, std::vector<T>, std::greater<>>;

    Smallest<Busy> m_busy;
    Smallest<std::size_t> m_free;
    std::size_t m_count = 0;
};

// The same for spans that nest: one inside another shares its row, as calls do. Of spans that begin together
// the longer one comes first.
class NestedLanes {
public:
    std::size_t laneOf(std::int64_t begin, std::int64_t end);

private:
    std::vector<std::vector<std::int64_t>> m_open; // by row: the ends of what runs, the innermost last
};

} // namespace tidemark
