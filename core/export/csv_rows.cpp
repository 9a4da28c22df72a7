// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/csv_rows.h"

#include "core/base/csv.h"
#include "core/files/utf8.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

struct CsvCell {
    std::string& text;

    void operator()(std::monostate) const { }
    void operator()(std::int64_t number) const { fmt::format_to(std::back_inserter(text), "{}", number); }
    void operator()(std::uint64_t number) const { fmt::format_to(std::back_inserter(text), "{}", number); }
    void operator()(std::string_view words) const { text += csvField(readableUtf8(words)); }
};

} // namespace

Expected<void> CsvRows::begin(const TableShape& table)
{
    std::string& text = m_out.text();
    for (const ColumnShape& column : table.columns)
        text.append(&column == table.columns.data() ? "" : ",").append(column.name);
    text += '\n';
    return {};
}

Expected<void> CsvRows::row(std::span<const Cell> cells)
{
    std::string& text = m_out.text();
    for (const Cell& cell : cells) {
        if (&cell != cells.data())
            text += ',';
        std::visit(CsvCell{text}, cell);
    }
    text += '\n';
    m_out.flush();
    return m_out.result();
}

} // namespace tidemark
