// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace tidemark {

// The first bytes of a file, looked at as characters.
class HeadText {
public:
    explicit HeadText(std::span<const std::byte> head)
        : m_text(reinterpret_cast<const char*>(head.data()), head.size())
    { }

    std::string_view all() const { return m_text; }
    bool begins(std::string_view text) const { return m_text.starts_with(text); }
    bool hasAt(std::size_t place, std::string_view text) const
    {
        return m_text.size() >= place && m_text.substr(place).starts_with(text);
    }
    // Within the first `within` bytes.
    bool contains(std::string_view text, std::size_t within = std::string_view::npos) const
    {
        return m_text.substr(0, within).find(text) != std::string_view::npos;
    }
    unsigned byteAt(std::size_t place) const
    {
        return place < m_text.size() ? static_cast<unsigned char>(m_text[place]) : 0;
    }
    // A text of lines for people, where words tell: neither JSON nor markup nor a pickle of the protocols
    // that are text.
    bool isLog() const
    {
        constexpr std::size_t beginning = 4096;
        const std::size_t first = m_text.find_first_not_of(" \t\r\n");
        return first != std::string_view::npos
            && std::string_view("{[(<}]\x80").find(m_text[first]) == std::string_view::npos
            && m_text.substr(0, beginning).find('\0') == std::string_view::npos;
    }

private:
    std::string_view m_text;
};

} // namespace tidemark
