// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/container/byte_buffer.h"
#include "core/files/container/byte_source.h"
#include "core/files/reading.h"

namespace tidemark {

// What is to be read, its beginning first: enough of it to tell what it is.
class Content : public ByteSource {
public:
    static constexpr std::size_t headSize = 1024 * 1024;

    // `source` must stay.
    static Expected<Content> begin(ByteSource& source, std::size_t wanted = headSize);

    std::span<const std::byte> head() const { return m_head.all().first(m_headSize); }

    // From the beginning, the head included.
    Expected<std::size_t> read(std::span<std::byte> buffer) override;
    // All of it in one piece, which lives as long as this does. Instead of read(), not after it.
    Expected<std::span<const std::byte>> whole(const std::stop_token& stop);

    std::uint64_t size() const override { return m_source->size(); }
    std::uint64_t position() const override { return m_position; }
    std::string flaw() const override { return m_source->flaw(); }
    bool isCut() const override { return m_source->isCut(); }

private:
    explicit Content(ByteSource& source)
        : m_source(&source)
    { }

    ByteSource* m_source;
    ByteBuffer m_head; // after whole(): everything
    std::size_t m_headSize = 0;
    bool m_isWholeInHead = false;
    std::uint64_t m_position = 0;
};

} // namespace tidemark
