// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/json/json_cursor.h"
#include "core/files/reading.h"
#include "core/files/snapshot/object_sink.h"

#include <exception>
#include <span>
#include <string>
#include <vector>

namespace tidemark {

// Hands what nlohmann's parser finds in a JSON text to a sink; no tree of values is made.
class JsonBuilder {
public:
    // All must stay.
    JsonBuilder(ObjectSink& sink, const JsonCursor& cursor, const Reading& reading)
        : m_sink(sink)
        , m_cursor(cursor)
        , m_reading(reading)
    { }

    // The text ended before it should: hands over what there is.
    void closeEverything();

    bool isComplete() const { return m_open.empty() && m_hasRoot; }
    Value root() const { return m_root; }
    const std::string& error() const { return m_error; } // a clause; empty: none
    std::span<const std::string> topKeys() const { return m_topKeys; } // the first few

    // The rest is called by nlohmann::json::sax_parse, which asks for these names. False stops it.
    bool null() { return add(Value()); }
    bool boolean(bool value) { return add(Value::boolean(value)); }
    bool number_integer(std::int64_t value) { return add(Value::integer(value)); }
    bool number_unsigned(std::uint64_t value) { return add(Value::unsignedInteger(value)); }
    bool number_float(double value, const std::string& digits);
    bool string(const std::string& text) { return add(m_sink.text(text, TextLifetime::Temporary)); }
    bool key(const std::string& text);
    bool start_object(std::size_t) { return open(m_sink.dict(), true); }
    bool start_array(std::size_t) { return open(m_sink.list(), false); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    template <class Bytes>
    bool binary(const Bytes&) // JSON has none
    {
        return false;
    }
    bool parse_error(std::size_t, const std::string&, const std::exception& error);

private:
    struct Open {
        Value container;
        std::size_t begin = 0; // of its items in m_items
        bool isDict = false;
    };

    bool open(Value container, bool isDict);
    bool close();
    bool add(Value value);
    void handOver(const Open& open);
    bool goesOn();

    ObjectSink& m_sink;
    const JsonCursor& m_cursor;
    const Reading& m_reading;
    std::vector<Open> m_open;
    std::vector<Value> m_items; // of all that are open and have not been handed over
    std::vector<std::string> m_topKeys;
    Value m_root;
    bool m_hasRoot = false;
    std::size_t m_steps = 0;
    std::string m_error;
};

} // namespace tidemark
