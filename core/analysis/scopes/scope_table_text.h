// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/scopes/scopes.h"

#include <string>

namespace tidemark {

// "step 3", or "most of 5 steps"; "the whole recording" where it has no steps.
std::string titleOf(const ScopeTable& table);

// For terminals, as pytorch_memlab prints its line table: a header of three lines (figure, pool, metric), and
// the scopes, indented, at the right. What memlab does not have stands between: how often the scope was
// entered in a step, the level before, what it added and freed, and the peak inside, of allocated memory.
std::string scopeTableText(const ScopeTable& table, ByteUnits units = ByteUnits::Binary);

// RFC 4180, with a header line; bytes to the last digit. Tables of several steps become one, told apart by
// the column "step".
std::string scopeTableCsv(const std::vector<ScopeTable>& tables);

// One page that needs nothing else: bars in the cells, in ten colours, as long as the cell's share of the
// column's highest value. `title` names the recording.
std::string scopeTableHtml(const std::vector<ScopeTable>& tables, std::string_view title);

// A value's share of the highest in its column, in ten steps from 0 to 9: the colour of its bar.
int barColour(std::int64_t value, std::int64_t highest);

} // namespace tidemark
