// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scopes/scope_table_text.h"

#include "core/base/bytes.h"
#include "core/base/html_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr StatKind cellBytes = StatKind::AllocatedBytes;

// From pale to strong blue; in the dark from deep to bright, so that the figures stay legible on both.
constexpr std::string_view pageStyle = R"(
:root { --paper: #ffffff; --ink: #1d2329; --faint: #5c6670; --rule: #d8dde2;
 --b0: #eff5fb; --b1: #e3eef8; --b2: #d6e7f5; --b3: #c9e0f2; --b4: #bcd8ef;
 --b5: #aed0ec; --b6: #9fc7e8; --b7: #90bee4; --b8: #80b5e0; --b9: #6fabdb; }
@media (prefers-color-scheme: dark) {
 :root { --paper: #16191d; --ink: #e6eaee; --faint: #98a3ad; --rule: #333b43;
 --b0: #1a2530; --b1: #1b2b3a; --b2: #1c3144; --b3: #1d374e; --b4: #1e3d58;
 --b5: #1f4362; --b6: #20496c; --b7: #214f76; --b8: #225580; --b9: #235b8a; } }
body { background: var(--paper); color: var(--ink); margin: 1.2rem; font: 15px/1.45 system-ui, sans-serif; }
h1 { font-size: 1.15rem; } h2 { font-size: 1rem; margin: 1.6rem 0 .5rem; } p { color: var(--faint); }
div.wide { overflow-x: auto; }
table { border-collapse: collapse; font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", Menlo, monospace; }
th { color: var(--faint); font-weight: normal; text-align: right; vertical-align: bottom; padding: .2rem .6rem;
 border-bottom: 1px solid var(--rule); white-space: pre; }
td { padding: .1rem .6rem; text-align: right; white-space: pre; border-bottom: 1px solid var(--rule); }
.left { text-align: left; } .apart { border-left: 1px solid var(--rule); }
)";

// One cell, its bar drawn as a background that ends at the value's share of `highest`.
std::string barCell(StatKind kind, std::int64_t value, std::int64_t highest, std::string_view cssClass)
{
    const double share = highest > 0
        ? std::clamp(100 * static_cast<double>(value) / static_cast<double>(highest), 0.0, 100.0)
        : 0;
    const std::string bar = share > 0
        ? fmt::format(
            " style=\"background:linear-gradient(to right,var(--b{0}) {1:.1f}%,transparent {1:.1f}%)\"",
            barColour(value, highest), share)
        : std::string();
    const std::string exact =
        countsBytes(kind) ? fmt::format(" title=\"{} bytes\"", formatExact(value)) : std::string();
    return fmt::format("<td{}{}{}>{}</td>", cssClass.empty() ? "" : fmt::format(" class=\"{}\"", cssClass),
        bar, exact, formatStat(kind, value));
}

struct HtmlColumn {
    std::string header;
    StatKind kind = cellBytes;
    std::vector<std::int64_t> values; // by row
    std::int64_t highest = 0;
};

std::vector<HtmlColumn> htmlColumnsOf(const ScopeTable& table)
{
    std::vector<HtmlColumn> columns;
    const auto add = [&](std::string header, StatKind kind, auto value) {
        HtmlColumn column = {std::move(header), kind, {}, 0};
        for (const ScopeRow& row : table.rows) {
            column.values.push_back(value(row));
            column.highest = std::max(column.highest, column.values.back());
        }
        columns.push_back(std::move(column));
    };
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const auto [kind, pool, metric] = partsOf(table.columns[i]);
        add(fmt::format("{}\n{}\n{}", kind, pool, metric), table.columns[i].kind,
            [i](const ScopeRow& row) { return row.values[i]; });
    }
    add("visits", StatKind::Allocation,
        [](const ScopeRow& row) { return static_cast<std::int64_t>(row.figures.visits); });
    add("before", cellBytes, [](const ScopeRow& row) { return row.figures.before; });
    add("added", cellBytes, [](const ScopeRow& row) { return row.figures.added; });
    add("freed", cellBytes, [](const ScopeRow& row) { return row.figures.freed; });
    add("peak inside", cellBytes, [](const ScopeRow& row) { return row.figures.peak; });
    return columns;
}

std::string tableHtml(const ScopeTable& table)
{
    std::string html = fmt::format("<h2>{}</h2>\n", htmlEscaped(titleOf(table)));
    if (table.rows.empty())
        return html + fmt::format("<p>No data collected. {}</p>\n", htmlEscaped(table.whyEmpty));
    const std::vector<HtmlColumn> columns = htmlColumnsOf(table);
    const auto cssClass = [&](std::size_t column) { return column == table.columns.size() ? "apart" : ""; };
    html += "<div class=\"wide\"><table>\n<thead><tr>";
    for (std::size_t i = 0; i < columns.size(); ++i)
        html += fmt::format("<th class=\"{}\">{}</th>", cssClass(i), columns[i].header);
    html += "<th class=\"left\">phase</th><th class=\"left\">scope</th></tr></thead>\n<tbody>\n";
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const ScopeRow& row = table.rows[i];
        html += "<tr>";
        for (std::size_t place = 0; place < columns.size(); ++place)
            html += barCell(
                columns[place].kind, columns[place].values[i], columns[place].highest, cssClass(place));
        html += fmt::format("<td class=\"left\">{}</td><td class=\"left\" title=\"{}\">{:{}}{}</td></tr>\n",
            htmlEscaped(row.phase), htmlEscaped(row.path), "", 2 * row.depth, htmlEscaped(row.name));
    }
    return html + "</tbody></table></div>\n";
}

} // namespace

int barColour(std::int64_t value, std::int64_t highest)
{
    if (value <= 0 || highest <= 0)
        return 0;
    const double share = static_cast<double>(value) / static_cast<double>(highest);
    return std::clamp(static_cast<int>(share * 10), 0, 9);
}

std::string scopeTableHtml(const std::vector<ScopeTable>& tables, std::string_view title)
{
    std::string html =
        fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width\">\n"
                    "<title>Scopes of {0}</title>\n<style>{1}</style>\n</head>\n<body>\n"
                    "<h1>Scopes of {0}</h1>\n<p>Several visits of a scope in one step: peaks "
                    "are the highest, allocated and freed add up, current is the last. Before, "
                    "added, freed and peak inside tell of allocated memory, in the step with the "
                    "scope's highest peak. The exact bytes are under the pointer.</p>\n",
            htmlEscaped(title), pageStyle);
    for (const ScopeTable& table : tables)
        html += tableHtml(table);
    return html + "</body>\n</html>\n";
}

} // namespace tidemark
