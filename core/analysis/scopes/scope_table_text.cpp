// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scopes/scope_table_text.h"

#include "core/base/csv.h"
#include "core/base/one_line.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr StatKind textBytes = StatKind::AllocatedBytes;

// A column of text: three lines of header, then a cell for each row.
struct TextColumn {
    std::array<std::string, 3> header;
    std::vector<std::string> cells;

    std::size_t width() const
    {
        std::size_t widest = 0;
        for (const std::string& text : header)
            widest = std::max(widest, text.size());
        for (const std::string& text : cells)
            widest = std::max(widest, text.size());
        return widest;
    }
};

template <class Text>
TextColumn textColumn(const ScopeTable& table, std::array<std::string, 3> header, Text text)
{
    TextColumn column = {std::move(header), {}};
    for (const ScopeRow& row : table.rows)
        column.cells.push_back(text(row));
    return column;
}

std::vector<TextColumn> textColumnsOf(const ScopeTable& table, ByteUnits units)
{
    std::vector<TextColumn> columns;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const auto [kind, pool, metric] = partsOf(table.columns[i]);
        columns.push_back(textColumn(table, {std::string(kind), std::string(pool), std::string(metric)},
            [&](const ScopeRow& row) { return formatStat(table.columns[i].kind, row.values[i], units); }));
    }
    const auto ofBytes = [&](const char* name, std::int64_t ScopeFigures::*figure) {
        columns.push_back(textColumn(table, {"", "", name}, [figure, units](const ScopeRow& row) {
            return formatStat(textBytes, row.figures.*figure, units);
        }));
    };
    columns.push_back(textColumn(table, {"", "", "visits"},
        [](const ScopeRow& row) { return fmt::format("{}", row.figures.visits); }));
    ofBytes("before", &ScopeFigures::before);
    ofBytes("added", &ScopeFigures::added);
    ofBytes("freed", &ScopeFigures::freed);
    ofBytes("peak inside", &ScopeFigures::peak);
    return columns;
}

std::string withoutEnd(std::string line)
{
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
}

std::string csvRow(const ScopeTable& table, const ScopeRow& row)
{
    const ScopeFigures& figures = row.figures;
    const std::optional<std::int64_t> step = table.step ? table.step : figures.step;
    std::string line =
        fmt::format("{},{},{},{}", csvField(row.path), csvField(row.name), row.depth, csvField(row.phase));
    line += fmt::format(",{},{}", step ? std::to_string(*step) : std::string(), figures.visits);
    line += fmt::format(",{},{},{},{},{}", figures.before, figures.added, figures.freed, figures.peak,
        // The event just before it, from zero; empty before the first one.
        figures.peakPosition == 0 ? std::string() : fmt::format("{}", figures.peakPosition - 1));
    for (const std::int64_t value : row.values)
        line += fmt::format(",{}", value);
    return line + "\r\n";
}

} // namespace

std::string titleOf(const ScopeTable& table)
{
    if (table.step)
        return fmt::format("step {}", *table.step);
    if (table.steps == 0)
        return "the whole recording";
    return fmt::format("most of {} step{}", table.steps, table.steps == 1 ? "" : "s");
}

std::string scopeTableText(const ScopeTable& table, ByteUnits units)
{
    std::string text = "## " + titleOf(table) + "\n\n";
    if (table.rows.empty())
        return text + "No data collected. " + oneLine(table.whyEmpty) + "\n";
    const std::vector<TextColumn> columns = textColumnsOf(table, units);
    std::size_t phaseWidth = 5;
    for (const ScopeRow& row : table.rows)
        phaseWidth = std::max(phaseWidth, oneLine(row.phase).size());
    for (std::size_t part = 0; part < 3; ++part) {
        std::string line;
        for (const TextColumn& column : columns)
            line += fmt::format("{:>{}} ", column.header[part], column.width());
        if (part == 2)
            line += fmt::format(" {:<{}}  scope", "phase", phaseWidth);
        text += withoutEnd(std::move(line));
    }
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const ScopeRow& row = table.rows[i];
        for (const TextColumn& column : columns)
            text += fmt::format("{:>{}} ", column.cells[i], column.width());
        text += fmt::format(
            " {:<{}}  {:{}}{}\n", oneLine(row.phase), phaseWidth, "", 2 * row.depth, oneLine(row.name));
    }
    return text;
}

std::string scopeTableCsv(const std::vector<ScopeTable>& tables)
{
    std::string text = "path,scope,depth,phase,step,visits,before,added,freed,peak_inside,peak_event";
    if (!tables.empty())
        for (const StatColumn& column : tables.front().columns)
            text += ',' + columnName(column);
    text += "\r\n";
    for (const ScopeTable& table : tables)
        for (const ScopeRow& row : table.rows)
            text += csvRow(table, row);
    return text;
}

} // namespace tidemark
