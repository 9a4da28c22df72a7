// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/container/byte_source.h"

#include <algorithm>

namespace tidemark {

// Bytes that are in memory, and stay there.
class MemorySource : public ByteSource {
public:
    explicit MemorySource(std::span<const std::byte> bytes)
        : m_bytes(bytes)
    { }

    Expected<std::size_t> read(std::span<std::byte> buffer) override
    {
        const std::size_t count = std::min(buffer.size(), m_bytes.size() - m_position);
        std::copy_n(m_bytes.subspan(m_position).begin(), count, buffer.begin());
        m_position += count;
        return count;
    }
    std::uint64_t size() const override { return m_bytes.size(); }
    std::uint64_t position() const override { return m_position; }

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_position = 0;
};

} // namespace tidemark
