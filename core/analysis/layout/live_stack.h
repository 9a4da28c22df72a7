// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace tidemark {

// Sizes on top of each other, of which any can go and come: where each begins, and which lies at a height, in
// O(log n). A Fenwick tree over the places in the stack.
class LiveStack {
public:
    struct Found {
        std::size_t slot = 0;
        std::uint64_t begin = 0; // the sum of all below
    };

    explicit LiveStack(std::size_t count);

    std::uint64_t total() const { return m_total; }
    void put(std::size_t slot, std::uint64_t size); // `slot` must be empty
    void remove(std::size_t slot, std::uint64_t size); // of the size that it was put with
    std::uint64_t beginOf(std::size_t slot) const;
    // `height` must be below total().
    Found at(std::uint64_t height) const;

private:
    void change(std::size_t slot, std::uint64_t by);

    std::vector<std::uint64_t> m_sums; // from 1 on: of the slots that the index covers
    std::size_t m_top = 1; // the largest power of two that is no larger than their number
    std::uint64_t m_total = 0;
};

} // namespace tidemark
