// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/row_order.h"

namespace tidemark {

// Appends the rows that the query and the filter hold, in the order of the source. False: stopped. A term
// about a column that the table does not have is never met.
bool findRows(const RowSource& source, const SearchQuery& query, const MemoryFilter& filter,
    const std::optional<EventRange>& within, std::vector<std::uint32_t>& rows, const std::stop_token& stop,
    Progress* progress);

} // namespace tidemark
