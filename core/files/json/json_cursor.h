// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <iterator>
#include <string_view>

namespace tidemark {

// How far a parser has read in a text. The parser takes the text through iterators that move this, so that
// somebody else knows how far it is.
class JsonCursor {
public:
    explicit JsonCursor(std::string_view text)
        : m_begin(text.data())
        , m_at(text.data())
        , m_end(text.data() + text.size())
    { }

    std::size_t offset() const { return static_cast<std::size_t>(m_at - m_begin); }
    // The parser wanted more than there is.
    bool ranOut() const { return m_ranOut; }
    // What was not read.
    std::string_view rest() const { return {m_at, static_cast<std::size_t>(m_end - m_at)}; }

    class Iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = char;
        using difference_type = std::ptrdiff_t;
        using pointer = const char*;
        using reference = const char&;

        explicit Iterator(JsonCursor* cursor = nullptr)
            : m_cursor(cursor)
        { }

        reference operator*() const { return *m_cursor->m_at; }
        Iterator& operator++()
        {
            ++m_cursor->m_at;
            return *this;
        }
        Iterator operator++(int) { return ++*this; }
        // Only ever compared with the end.
        bool operator==(const Iterator&) const { return m_cursor->isAtEnd(); }

    private:
        JsonCursor* m_cursor;
    };

    Iterator begin() { return Iterator(this); }
    Iterator end() { return Iterator(this); }

private:
    bool isAtEnd()
    {
        m_ranOut = m_at == m_end;
        return m_ranOut;
    }

    const char* m_begin;
    const char* m_at;
    const char* m_end;
    bool m_ranOut = false;
};

} // namespace tidemark
