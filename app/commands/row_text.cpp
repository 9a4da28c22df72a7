// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/row_text.h"

#include "core/analysis/tables/cell_text.h"
#include "core/base/bytes.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

struct TextColumn {
    std::vector<std::string> cells; // the title first
    std::size_t width = 0;
    bool isWords = false;
    bool isEmpty = true;
};

// How many characters a terminal shows of it: bytes that go on with a character are not counted.
std::size_t shownWidth(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xc0) != 0x80; }));
}

TextColumn textColumn(const RowSource& source, const RowOrder& order, std::size_t rows, std::size_t column)
{
    TextColumn made;
    made.isWords = source.columns()[column].kind == CellKind::Words;
    made.cells.emplace_back(source.columns()[column].title);
    for (std::size_t place = 0; place < rows; ++place) {
        made.cells.push_back(cellText(source, order.row(place), column));
        made.isEmpty = made.isEmpty && made.cells.back().empty();
    }
    for (const std::string& cell : made.cells)
        made.width = std::max(made.width, shownWidth(cell));
    return made;
}

std::string lineOf(const std::vector<TextColumn>& columns, std::size_t line)
{
    std::string text;
    for (const TextColumn& column : columns) {
        const std::string& cell = column.cells[line];
        const std::string room(column.width - shownWidth(cell), ' ');
        text += text.empty() ? "" : "  ";
        text += column.isWords ? cell + room : room + cell;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
}

} // namespace

std::string rowText(const RowSource& source, const RowOrder& order, std::size_t most)
{
    if (source.size() == 0)
        return source.whyEmpty() + '\n';
    const std::size_t rows = std::min(order.size(), most);
    std::vector<TextColumn> columns;
    for (std::size_t column = 0; column < source.columns().size(); ++column)
        if (TextColumn made = textColumn(source, order, rows, column); !made.isEmpty)
            columns.push_back(std::move(made));
    std::string text;
    for (std::size_t line = 0; rows > 0 && line <= rows; ++line)
        text += lineOf(columns, line);
    text += text.empty() ? "" : "\n";
    if (rows < order.size())
        text += fmt::format("the first {} of ", formatCount(rows));
    if (order.size() == source.size())
        return text + countedRows(source, source.size()) + '\n';
    return text
        + fmt::format("{} found of {}\n", formatCount(order.size()), countedRows(source, source.size()));
}

} // namespace tidemark
