// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/container/base64_source.h"

#include "core/base/bytes.h"

#include <array>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::uint8_t none = 255;

constexpr std::array<std::uint8_t, 256> makeDigits()
{
    std::array<std::uint8_t, 256> digits{};
    digits.fill(none);
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < alphabet.size(); ++i)
        digits[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
    return digits;
}

constexpr auto digits = makeDigits();

} // namespace

Expected<std::size_t> Base64Source::read(std::span<std::byte> buffer)
{
    std::size_t used = 0;
    std::uint32_t digit = 0;
    while (used < buffer.size() && nextDigit(digit)) {
        m_bits = (m_bits << 6U) | digit;
        m_bitCount += 6;
        if (m_bitCount < 8)
            continue;
        m_bitCount -= 8;
        buffer[used++] = static_cast<std::byte>(m_bits >> m_bitCount);
    }
    m_position += used;
    return used;
}

// Line ends, which Python's b2a_base64 adds, are passed over, also as the escapes of a JSON text.
bool Base64Source::nextDigit(std::uint32_t& digit)
{
    const std::string_view text = m_file.base64;
    while (!m_hasEnded && m_at < text.size()) {
        char character = text[m_at++];
        if (character == '\\' && m_at < text.size()) {
            character = text[m_at++];
            if (character == 'n' || character == 'r')
                continue;
        }
        digit = digits[static_cast<unsigned char>(character)];
        if (digit != none)
            return true;
        if (character == '=')
            m_hasEnded = true;
        else if (character != '\n' && character != '\r' && character != ' ')
            end(fmt::format("The snapshot in the page is damaged at byte {}",
                formatExact(static_cast<std::int64_t>(m_file.offset + m_at - 1))));
    }
    if (!m_hasEnded && m_file.isCut)
        end(fmt::format("The page ends early, at byte {}",
            formatExact(static_cast<std::int64_t>(m_file.offset + text.size()))));
    return false;
}

void Base64Source::end(std::string flaw)
{
    m_flaw = std::move(flaw);
    m_hasEnded = true;
}

} // namespace tidemark
