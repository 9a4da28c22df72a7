// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_writer.h"

#include "core/analysis/tables/cell_text.h"
#include "core/base/csv.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tidemark {

namespace {

std::string csvHead(const RowSource& source)
{
    std::string line;
    for (const TableColumn& column : source.columns()) {
        line += line.empty() ? "" : ",";
        line += column.key;
    }
    return line + '\n';
}

void appendCsv(const RowSource& source, std::size_t row, std::string& text)
{
    for (std::size_t column = 0; column < source.columns().size(); ++column) {
        if (column > 0)
            text += ',';
        text += csvField(plainCell(source, row, column));
    }
    text += '\n';
}

void appendJson(const RowSource& source, std::size_t row, std::string& text)
{
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (std::size_t column = 0; column < source.columns().size(); ++column) {
        const TableColumn& about = source.columns()[column];
        const std::uint64_t value = source.value(row, column);
        if (value == RowSource::nothing)
            continue;
        if (about.kind == CellKind::Words || about.kind == CellKind::Address)
            object[std::string(about.key)] = plainCell(source, row, column);
        else
            object[std::string(about.key)] = value;
    }
    text += object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace

Expected<void> writeTable(const RowSource& source, const RowOrder& order, TableFormat format,
    const TextSink& sink, std::size_t most, const std::stop_token& stop, Progress* progress)
{
    constexpr std::size_t pieceSize = 1 << 20;
    const bool isJson = format == TableFormat::AsJson;
    const std::size_t count = std::min(order.size(), most);
    if (progress)
        progress->total = count;
    std::string piece = isJson ? "[" : csvHead(source);
    for (std::size_t place = 0; place < count; ++place) {
        if (isJson) {
            piece += place == 0 ? "\n" : ",\n";
            appendJson(source, order.row(place), piece);
        } else {
            appendCsv(source, order.row(place), piece);
        }
        if (piece.size() < pieceSize)
            continue;
        if (stop.stop_requested())
            return fail("The export was stopped.");
        if (const auto done = sink(piece); !done)
            return done;
        piece.clear();
        if (progress)
            progress->done = place + 1;
    }
    if (isJson)
        piece += "\n]\n";
    return sink(piece);
}

} // namespace tidemark
