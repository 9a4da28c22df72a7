// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/report_json.h"
#include "core/analysis/scopes/scopes.h"

namespace tidemark {

// One object a table, with its rows in their order; values by the names of memory_stats().
Json scopeTablesJson(const std::vector<ScopeTable>& tables);

} // namespace tidemark
