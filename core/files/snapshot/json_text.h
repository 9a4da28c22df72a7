// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/snapshot/value.h"
#include "core/trace/context.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace tidemark {

struct ObjectEntry;
struct SnapshotTables;
struct ValueRange;

// Writes values that have no meaning of their own as compact JSON: `{"1":0,"2":8}`. Containers inside must be
// complete, so that nothing recurses; lists of frames and of a block's tenants are written as they came, and
// what has no JSON becomes null.
class JsonText {
public:
    // Past this the text is given up: nothing worth showing is longer, and references to one long text from
    // many places would grow without bound.
    static constexpr std::size_t maxLength = 65536;

    explicit JsonText(const SnapshotTables& tables)
        : m_tables(tables)
    { }

    void value(const Value& value);
    void list(std::span<const Value> items);
    void dict(std::span<const Value> keysAndValues);

    bool isTooLong() const { return m_isTooLong; }
    const std::string& text() const { return m_text; }

private:
    void quoted(std::string_view text);
    void real(double number);
    void tenants(const ValueRange& range);
    void stack(StackIndex stack);
    void frame(const Frame& frame);
    void object(const ObjectEntry& entry);
    void key(const Value& value);
    void add(std::string_view text);

    const SnapshotTables& m_tables;
    std::string m_text;
    bool m_isTooLong = false;
};

} // namespace tidemark
