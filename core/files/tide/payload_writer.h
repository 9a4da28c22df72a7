// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/tide/tide_format.h"

#include <span>
#include <string_view>
#include <vector>

namespace tidemark::tide {

// Which coding suits a column. Equal is always tried first.
enum class ColumnHint : std::uint8_t {
    Small, // small numbers: plain
    Growing, // near the value before, or signed: differences
    Repeating, // the same few values come again and again: recent
    Bytes, // below 256
};

// The content of one frame, field by field.
class PayloadWriter {
public:
    void clear()
    {
        m_bytes.clear();
        m_rows = 0;
    }
    std::span<const std::uint8_t> bytes() const { return m_bytes; }
    std::size_t rows() const { return m_rows; } // the largest number declared

    void byte(std::uint8_t value) { m_bytes.push_back(value); }
    void varint(std::uint64_t value);
    void signedVarint(std::int64_t value) { varint(zigzag(static_cast<std::uint64_t>(value))); }
    void text(std::string_view text);
    void raw(std::string_view bytes);
    // Declares a number of rows, or of other records that the format limits like rows.
    void rows(std::size_t count)
    {
        m_rows = m_rows > count ? m_rows : count;
        varint(count);
    }

    // valueAt(i) gives row i as uint64_t.
    template <class ValueAt>
    void column(std::size_t count, ColumnHint hint, ValueAt valueAt)
    {
        m_values.resize(count);
        for (std::size_t i = 0; i < count; ++i)
            m_values[i] = valueAt(i);
        encodeColumn(hint);
    }

private:
    struct RecentEntry {
        std::uint64_t value = 0;
        std::uint64_t row = 0; // counted over all columns ever written; see m_recentBase
    };

    void encodeColumn(ColumnHint hint);
    void encodeEqual();
    std::uint8_t* putRecent(std::uint8_t* out);

    std::vector<std::uint8_t> m_bytes;
    std::vector<std::uint64_t> m_values; // the rows of the column at work
    std::vector<std::uint8_t> m_scratch; // its coded bytes
    std::vector<RecentEntry> m_recent; // by hash of the value
    std::uint64_t m_recentBase = 1; // row 0 of the column at work
    std::size_t m_rows = 0;
};

} // namespace tidemark::tide
