// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/snapshot/chunked_array.h"
#include "core/files/snapshot/value.h"

#include <cstddef>

namespace tidemark {

// What MEMOIZE and PUT stored, by number; 8 bytes an entry, because a snapshot has millions.
class PickleMemo {
public:
    std::size_t size() const { return m_entries.size(); }

    // `id` must be within what the caller allows: every number below it gets an entry.
    void store(std::size_t id, const Value& value)
    {
        while (m_entries.size() <= id)
            m_entries.push_back(Entry{});
        m_entries[id] = pack(value, m_entries[id]);
    }

    bool has(std::size_t id) const { return id < m_entries.size() && m_entries[id].form != Form::Empty; }

    // What was stored; `id` must be there.
    Value at(std::size_t id) const
    {
        const Entry entry = m_entries[id];
        if (entry.form == Form::Boxed)
            return m_boxed[entry.index];
        return {entry.index, entry.form == Form::Text ? ValueKind::Text : ValueKind::Object};
    }

private:
    enum class Form : std::uint8_t { Empty, Text, Object, Boxed };
    struct Entry {
        std::uint32_t index = 0;
        Form form = Form::Empty;
    };

    Entry pack(const Value& value, Entry old)
    {
        if (value.isText())
            return {value.index(), Form::Text};
        if (value.isObject())
            return {value.index(), Form::Object};
        // Numbers are hardly ever stored.
        if (old.form == Form::Boxed) {
            m_boxed[old.index] = value;
            return old;
        }
        m_boxed.push_back(value);
        return {static_cast<std::uint32_t>(m_boxed.size() - 1), Form::Boxed};
    }

    ChunkedArray<Entry> m_entries;
    ChunkedArray<Value> m_boxed;
};

} // namespace tidemark
