// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

namespace tidemark {

// Bytes whose memory is not cleared first, because they are read over at once, and which grow without being
// copied where the system can move pages.
class ByteBuffer {
public:
    std::span<std::byte> all() const { return {m_bytes.get(), m_size}; }
    std::size_t size() const { return m_size; }

    // False: there is not so much memory; nothing has changed.
    [[nodiscard]] bool resize(std::size_t size)
    {
        void* bytes = std::realloc(m_bytes.get(), size > 0 ? size : 1);
        if (bytes == nullptr)
            return false;
        (void)m_bytes.release();
        m_bytes.reset(static_cast<std::byte*>(bytes));
        m_size = size;
        return true;
    }

private:
    struct Free {
        void operator()(std::byte* bytes) const { std::free(bytes); }
    };

    std::unique_ptr<std::byte[], Free> m_bytes;
    std::size_t m_size = 0;
};

} // namespace tidemark
