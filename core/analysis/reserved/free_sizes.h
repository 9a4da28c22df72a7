// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>

namespace tidemark {

// Free blocks counted by size, so that their sum and the largest are known after every change, which takes
// O(log of the number of different sizes).
class FreeSizes {
public:
    void add(std::uint64_t size)
    {
        m_bytes += size;
        ++m_counts[size];
    }

    // A size that was added before.
    void remove(std::uint64_t size)
    {
        const auto count = m_counts.find(size);
        if (count == m_counts.end())
            return;
        m_bytes -= size;
        if (--count->second == 0)
            m_counts.erase(count);
    }

    std::uint64_t bytes() const { return m_bytes; }
    std::uint64_t largest() const { return m_counts.empty() ? 0 : m_counts.rbegin()->first; }

private:
    std::map<std::uint64_t, std::uint32_t> m_counts;
    std::uint64_t m_bytes = 0;
};

} // namespace tidemark
