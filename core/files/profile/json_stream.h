// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/content.h"

#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

namespace tidemark {

// The characters of a file as a JSON parser takes them, one by one. Only a piece of it is in memory at a
// time.
class JsonCharacters {
public:
    JsonCharacters(Content& content, const Reading& reading);

    // The next character is there; else the content has ended, cannot be read, or nobody wants it any more.
    bool hasMore() { return m_next < m_end || refill(); }
    char current() const { return static_cast<char>(m_piece.all()[m_next]); }
    void advance() { ++m_next; }

    std::uint64_t position() const { return m_before + m_next; }
    bool isAtEnd() const { return m_isAtEnd; }
    const std::optional<Error>& error() const { return m_error; }

private:
    bool refill();

    Content& m_content;
    const Reading& m_reading;
    ByteBuffer m_piece;
    std::size_t m_next = 0;
    std::size_t m_end = 0;
    std::uint64_t m_before = 0; // characters before this piece
    bool m_isAtEnd = false;
    std::optional<Error> m_error;
};

// A pair of these is what nlohmann::json::sax_parse() takes; the end is the one without characters.
class JsonIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    JsonIterator() = default;
    explicit JsonIterator(JsonCharacters& characters)
        : m_characters(&characters)
    { }

    char operator*() const { return m_characters->current(); }
    JsonIterator& operator++()
    {
        m_characters->advance();
        return *this;
    }
    // Only ever asked whether it is the end.
    friend bool operator==(const JsonIterator& left, const JsonIterator& right)
    {
        return left.isEnd() == right.isEnd();
    }

private:
    bool isEnd() const { return m_characters == nullptr || !m_characters->hasMore(); }

    JsonCharacters* m_characters = nullptr;
};

// What a handler of nlohmann's SAX events must have; every event is passed over.
class JsonEvents {
public:
    bool null() { return true; }
    bool boolean(bool) { return true; }
    bool number_integer(std::int64_t) { return true; }
    bool number_unsigned(std::uint64_t) { return true; }
    bool number_float(double, const std::string&) { return true; }
    bool string(std::string&) { return true; }
    bool binary(std::vector<std::uint8_t>&) { return true; }
    bool start_object(std::size_t) { return true; }
    bool key(std::string&) { return true; }
    bool end_object() { return true; }
    bool start_array(std::size_t) { return true; }
    bool end_array() { return true; }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) { return false; }
};

// How far a JSON file could be read.
struct JsonEnd {
    // Where it ends too early or is no JSON any more, as a sentence; empty when it was read to its end.
    std::string flaw;
};

JsonEnd jsonEnd(bool isWhole, const JsonCharacters& characters);

// Reads the content through `handler`, a class of JsonEvents' shape, in one pass. An error is given only for
// content that cannot be read, and when it was cancelled.
template <class Handler>
Expected<JsonEnd> parseJson(Content& content, Handler& handler, const Reading& reading)
{
    JsonCharacters characters(content, reading);
    const bool isWhole = nlohmann::json::sax_parse(JsonIterator(characters), JsonIterator(), &handler);
    if (characters.error())
        return tl::unexpected(*characters.error());
    return jsonEnd(isWhole, characters);
}

} // namespace tidemark
