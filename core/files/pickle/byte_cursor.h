// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>

namespace tidemark {

// A place in the bytes of a file that cannot move past their end.
class ByteCursor {
public:
    explicit ByteCursor(std::span<const std::byte> bytes)
        : m_begin(bytes.data())
        , m_at(bytes.data())
        , m_end(bytes.data() + bytes.size())
    { }

    std::size_t offset() const { return static_cast<std::size_t>(m_at - m_begin); }
    std::size_t left() const { return static_cast<std::size_t>(m_end - m_at); }

    // The next `count` bytes, passed; nullptr when fewer are left, and then nothing is passed.
    const std::byte* take(std::size_t count)
    {
        if (left() < count)
            return nullptr;
        const std::byte* taken = m_at;
        m_at += count;
        return taken;
    }

    // Up to the next line feed, which is passed too; data() is nullptr when there is none.
    std::string_view takeLine()
    {
        if (left() == 0)
            return {};
        const void* feed = std::memchr(m_at, '\n', left());
        if (feed == nullptr)
            return {};
        const auto* stop = static_cast<const std::byte*>(feed);
        const std::string_view line(
            reinterpret_cast<const char*>(m_at), static_cast<std::size_t>(stop - m_at));
        m_at = stop + 1;
        return line;
    }

private:
    const std::byte* m_begin;
    const std::byte* m_at;
    const std::byte* m_end;
};

} // namespace tidemark
