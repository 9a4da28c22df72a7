// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/scope_table_json.h"

#include "core/analysis/scopes/scope_table_text.h"

namespace tidemark {

namespace {

std::string_view kindName(ScopeKind kind)
{
    switch (kind) {
    case ScopeKind::Root:
        break;
    case ScopeKind::Phase:
        return "phase";
    case ScopeKind::Range:
        return "range";
    case ScopeKind::Scope:
        return "scope";
    case ScopeKind::Operator:
        return "operator";
    case ScopeKind::Line:
        return "line";
    }
    return {};
}

Json numberOrNull(std::optional<std::int64_t> number)
{
    return number ? Json(*number) : Json(nullptr);
}

Json rowJson(const ScopeTable& table, const ScopeRow& row)
{
    const ScopeFigures& figures = row.figures;
    Json json = {{"scope", row.name}, {"path", row.path}, {"kind", kindName(row.kind)}, {"depth", row.depth},
        {"parent", row.parent == ScopeRow::noParent ? Json(nullptr) : Json(row.parent)},
        {"phase", row.phase.empty() ? Json(nullptr) : Json(row.phase)}, {"visits", figures.visits},
        {"step", numberOrNull(figures.step)}, {"before", figures.before}, {"added", figures.added},
        {"freed", figures.freed}, {"peak_inside", figures.peak},
        {"peak_event", eventBefore(figures.peakPosition)}};
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        json[columnName(table.columns[i])] = row.values[i];
    return json;
}

} // namespace

Json scopeTablesJson(const std::vector<ScopeTable>& tables)
{
    Json json = Json::array();
    for (const ScopeTable& table : tables) {
        Json rows = Json::array();
        for (const ScopeRow& row : table.rows)
            rows.push_back(rowJson(table, row));
        Json entry = {{"title", titleOf(table)}, {"step", numberOrNull(table.step)}, {"steps", table.steps},
            {"rows", std::move(rows)}};
        if (!table.whyEmpty.empty())
            entry["why_empty"] = table.whyEmpty;
        json.push_back(std::move(entry));
    }
    return json;
}

} // namespace tidemark
