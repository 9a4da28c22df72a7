// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace tidemark {

// A growing array that never moves its values, so that growing costs no second copy of them.
template <class T>
class ChunkedArray {
public:
    std::size_t size() const { return m_size; }
    T& operator[](std::size_t i) { return m_chunks[i >> chunkBits][i & (chunkSize - 1)]; }
    const T& operator[](std::size_t i) const { return m_chunks[i >> chunkBits][i & (chunkSize - 1)]; }

    void push_back(const T& value)
    {
        if (m_size == m_chunks.size() * chunkSize)
            m_chunks.push_back(std::make_unique_for_overwrite<T[]>(chunkSize));
        m_chunks[m_size >> chunkBits][m_size & (chunkSize - 1)] = value;
        ++m_size;
    }

    // Keeps one chunk for what comes next.
    void clear()
    {
        m_chunks.resize(m_chunks.empty() ? 0 : 1);
        m_size = 0;
    }

private:
    static constexpr std::size_t chunkBits = 10;
    static constexpr std::size_t chunkSize = std::size_t(1) << chunkBits;

    std::vector<std::unique_ptr<T[]>> m_chunks;
    std::size_t m_size = 0;
};

} // namespace tidemark
