// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/scopes/scope_tally.h"
#include "core/analysis/scopes/scope_tree.h"
#include "core/analysis/scopes/stat_column.h"

#include <stop_token>

namespace tidemark {

class DeviceHistory;

// What pytorch_memlab shows unless told otherwise: active_bytes.all.peak and reserved_bytes.all.peak.
std::vector<StatColumn> defaultStatColumns();

struct ScopeOptions {
    std::vector<StatColumn> columns = defaultStatColumns();
    ScopeDetail detail;
    std::optional<std::int64_t> step; // this step alone
    std::size_t every = 0; // each N-th step alone, as pytorch_memlab counts: the N-th, the 2N-th ...
};

// One scope, in all of its visits.
struct ScopeRow {
    static constexpr std::uint32_t noParent = UINT32_MAX;

    std::uint32_t parent = noParent; // place in ScopeTable::rows; parents come first
    std::uint32_t depth = 0; // in the tree, of the outermost 0
    ScopeKind kind = ScopeKind::Scope;
    std::string name; // "features.0"
    std::string path; // "step / backward / features.0": with all that is around it
    std::string phase; // "forward", "backward", "optimizer"; empty where the recording names none
    ScopeFigures figures; // `stats` is empty
    std::vector<std::int64_t> values; // by ScopeTable::columns
};

// One row a scope, in the order in which they were first entered, inner ones behind the one around them.
struct ScopeTable {
    std::optional<std::int64_t> step; // nothing: the most of all steps, and of what lies outside them
    std::size_t steps = 0; // that the recording has
    std::vector<StatColumn> columns;
    std::vector<ScopeRow> rows;
    std::string whyEmpty; // a sentence, where there are no rows
};

// What the allocator did inside each scope. Everything comes from the events: nothing is reset for it, and
// asking changes nothing. One table, or with `every` one for each step chosen. Fails where the recording
// has no such step.
Expected<std::vector<ScopeTable>> scopeTables(const Recording& recording, std::size_t device,
    const DeviceHistory& history, const ScopeOptions& options, const std::stop_token& stop = {});

// Only the rows whose path contains one of these texts, large letters or small; all where there are none.
ScopeTable filtered(ScopeTable table, const std::vector<std::string>& texts);

} // namespace tidemark
