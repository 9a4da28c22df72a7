// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/container/byte_source.h"
#include "core/files/container/html_page.h"

#include <utility>

namespace tidemark {

// The bytes of a file inside a page.
class Base64Source : public ByteSource {
public:
    // The page must stay.
    explicit Base64Source(PageFile file)
        : m_file(std::move(file))
    { }

    Expected<std::size_t> read(std::span<std::byte> buffer) override;
    std::uint64_t size() const override { return m_file.base64.size() / 4 * 3; }
    std::uint64_t position() const override { return m_position; }
    std::string flaw() const override { return m_flaw; }
    bool isCut() const override { return !m_flaw.empty(); }

private:
    bool nextDigit(std::uint32_t& digit);
    void end(std::string flaw);

    PageFile m_file;
    std::size_t m_at = 0;
    std::uint64_t m_position = 0;
    std::uint32_t m_bits = 0; // that are no whole byte yet
    unsigned m_bitCount = 0;
    std::string m_flaw;
    bool m_hasEnded = false;
};

} // namespace tidemark
