// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/container/byte_source.h"
#include "core/files/reading.h"

namespace tidemark {

// A file whose unpacking is to be watched. What is read without being unpacked says itself how far it is.
class WatchedSource : public ByteSource {
public:
    // Both must stay.
    WatchedSource(ByteSource& source, const Reading& reading)
        : m_source(source)
        , m_reading(reading)
    { }

    void watch() { m_isWatched = m_reading.progress != nullptr; }

    Expected<std::size_t> read(std::span<std::byte> buffer) override
    {
        const auto count = m_source.read(buffer);
        if (m_isWatched)
            m_reading.progress->done.store(position(), std::memory_order_relaxed);
        return count;
    }
    std::uint64_t size() const override { return m_source.size(); }
    std::uint64_t position() const override { return m_source.position(); }

private:
    ByteSource& m_source;
    const Reading& m_reading;
    bool m_isWatched = false;
};

} // namespace tidemark
