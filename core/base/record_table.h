// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/column.h"
#include "core/base/strong_index.h"

#include <boost/unordered/unordered_flat_map.hpp>

namespace tidemark {

// Small plain records, each kept once and named by a strong index. Index 0 is the empty record `Record{}`.
// A copy is a cheap snapshot (see Column).
template <class Record, class RecordIndex>
class RecordTable {
public:
    RecordTable() { m_records.push_back(Record{}); }

    std::size_t size() const { return m_records.size(); }
    const Record& operator[](RecordIndex index) const { return m_records[index.value]; }

private:
    template <class R, class I, class H>
    friend class RecordInterner;
    Column<Record> m_records;
};

// The table together with what is needed to find a record again; belongs to the one who writes.
template <class Record, class RecordIndex, class Hash = boost::hash<Record>>
class RecordInterner {
public:
    RecordIndex intern(const Record& record)
    {
        if (record == Record{})
            return {};
        const auto [found, isNew] =
            m_index.try_emplace(record, RecordIndex{static_cast<std::uint32_t>(m_table.size())});
        if (isNew)
            m_table.m_records.push_back(record);
        return found->second;
    }

    const RecordTable<Record, RecordIndex>& table() const { return m_table; }

private:
    RecordTable<Record, RecordIndex> m_table;
    boost::unordered_flat_map<Record, RecordIndex, Hash> m_index;
};

} // namespace tidemark
