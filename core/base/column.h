// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace tidemark {

// A long array of plain values that is cheap to copy: copies share their chunks. Appending to one copy never
// shows in another, so a copy is a snapshot that other threads may read while the original grows.
// (One thread may append to an object; any number may read copies made before.)
template <class T>
class Column {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    // A chunk holds 64 Ki values; small types still get whole pages.
    static constexpr std::size_t chunkBits = 16;
    static constexpr std::size_t chunkSize = std::size_t(1) << chunkBits;

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }

    const T& operator[](std::size_t i) const { return m_chunks[i >> chunkBits]->values[i & (chunkSize - 1)]; }
    const T& back() const { return (*this)[m_size - 1]; }

    void push_back(const T& value) { append(std::span<const T>(&value, 1)); }

    void append(std::span<const T> values)
    {
        while (!values.empty()) {
            const std::size_t offset = m_size & (chunkSize - 1);
            const std::size_t count = std::min(values.size(), chunkSize - offset);
            T* target = claim(offset, count);
            std::copy_n(values.begin(), count, target);
            m_size += count;
            values = values.subspan(count);
        }
    }

    // The longest run of values that lie together in memory, from `begin` on and before `end`.
    std::span<const T> run(std::size_t begin, std::size_t end) const
    {
        if (begin >= end)
            return {};
        const std::size_t chunkEnd = ((begin >> chunkBits) + 1) << chunkBits;
        return {&(*this)[begin], std::min(end, chunkEnd) - begin};
    }

    // Index of the first value in [begin, end) for which `before` is false; the values must be partitioned by
    // it.
    template <class Predicate>
    std::size_t partitionPoint(std::size_t begin, std::size_t end, Predicate before) const
    {
        while (begin < end) {
            const std::size_t middle = begin + (end - begin) / 2;
            if (before((*this)[middle]))
                begin = middle + 1;
            else
                end = middle;
        }
        return begin;
    }

private:
    // Storage that nothing is made in beforehand: what was never written costs no time, and no page of
    // memory.
    struct Chunk {
        Chunk() = default;
        ~Chunk() { std::allocator<T>().deallocate(values, chunkSize); }
        Chunk(const Chunk&) = delete;
        Chunk& operator=(const Chunk&) = delete;

        T* const values = std::allocator<T>().allocate(chunkSize);
        std::atomic<std::size_t> used = 0; // values taken by any of the columns that share this chunk
    };

    // Room for `count` values at `offset` of the last chunk. Another copy may already have grown into that
    // room: then this column gets a chunk of its own.
    T* claim(std::size_t offset, std::size_t count)
    {
        if (offset == 0) {
            m_chunks.push_back(std::make_shared<Chunk>());
            m_chunks.back()->used.store(count, std::memory_order_relaxed);
            return m_chunks.back()->values;
        }
        if (m_chunks.back().use_count() == 1) {
            m_chunks.back()->used.store(offset + count, std::memory_order_relaxed);
            return m_chunks.back()->values + offset;
        }
        std::size_t expected = offset;
        if (!m_chunks.back()->used.compare_exchange_strong(expected, offset + count)) {
            auto own = std::make_shared<Chunk>();
            std::copy_n(m_chunks.back()->values, offset, own->values);
            own->used.store(offset + count, std::memory_order_relaxed);
            m_chunks.back() = std::move(own);
        }
        return m_chunks.back()->values + offset;
    }

    std::vector<std::shared_ptr<Chunk>> m_chunks;
    std::size_t m_size = 0;
};

} // namespace tidemark
