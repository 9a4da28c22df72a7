// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/column.h"
#include "core/base/strong_index.h"

#include <boost/unordered/unordered_flat_map.hpp>
#include <memory>
#include <string_view>

namespace tidemark {

// Every text once. Index 0 is the empty text. A copy is a cheap snapshot (see Column).
class StringTable {
public:
    StringTable();

    std::size_t size() const { return m_views.size(); }
    // Valid as long as any copy of this table lives.
    std::string_view operator[](StringIndex index) const { return m_views[index.value]; }

private:
    friend class StringInterner;
    StringIndex add(std::string_view text);

    Column<std::string_view> m_views;
    std::vector<std::shared_ptr<char[]>> m_blocks;
    std::size_t m_blockUsed = 0;
    std::size_t m_blockSize = 0;
};

// The table together with what is needed to find a text in it again; belongs to the one who writes.
class StringInterner {
public:
    StringIndex intern(std::string_view text);
    const StringTable& table() const { return m_table; }

private:
    StringTable m_table;
    boost::unordered_flat_map<std::string_view, StringIndex> m_index;
};

} // namespace tidemark
